import { warnBeforeLeaving } from '../../../platform/page/page-events.ts';
import { Scope } from '../../../platform/scope.ts';
import { holdPage } from '../../page/busy.ts';

/**
 * Makes a function that is called with whether something is on this device alone. While it is, and `scope` is not disposed,
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
