import { holdPage } from '../../page/busy.ts';
import { warnBeforeLeaving } from '../../platform/page/page-events.ts';
import { Scope } from '../../platform/scope.ts';

/**
 * Returns a function that takes whether unsent data is only on this device. While it is, and until `scope` is disposed,
 * the page neither reloads by itself nor closes without a question.
 */
export function createUnsentHold(scope: Scope): (isUnsent: boolean) => void {
  let held: Scope | null = null;
  const hold = (isUnsent: boolean): void => {
    if (isUnsent === (held !== null)) return;
    held?.dispose();
    held = null;
    if (!isUnsent) return;
    held = new Scope();
    held.add(holdPage('upload'));
    warnBeforeLeaving(held);
  };
  scope.add(() => hold(false));
  return hold;
}
