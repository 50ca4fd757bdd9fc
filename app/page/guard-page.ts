import { warnBeforeLeaving } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { holdPage, type Work } from './busy.ts';

/** Marks the page busy and lets the browser ask before it is left. Returns a function that ends both. */
export function guardPage(work: Work): () => void {
  const scope = new Scope();
  warnBeforeLeaving(scope);
  scope.add(holdPage(work));
  return () => scope.dispose();
}
