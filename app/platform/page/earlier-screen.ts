/**
 * True where going back stays in the app. The router counts its screens in the state of the history's entries, and a screen
 * that replaces another keeps its number: what it gives out itself can't tell a first screen that was redirected from a later one.
 */
export function hasEarlierScreen(): boolean {
  const state: unknown = history.state;
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}
