import { warnBeforeLeaving } from '../../platform/page/page.ts';
import { Scope } from '../../platform/scope.ts';
import { holdPage } from '../page/busy.ts';

let held: Scope | null = null;

/** While something is on this device alone, the page neither reloads by itself nor closes without a word. */
export function holdWhileUnsent(isUnsent: boolean): void {
  if (isUnsent === (held !== null)) return;
  held?.dispose();
  held = null;
  if (!isUnsent) return;
  held = new Scope();
  held.add(holdPage('upload'));
  warnBeforeLeaving(held);
}
