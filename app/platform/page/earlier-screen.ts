/**
 * True if going back stays in the app. Reads the router's count in the history's state, because a screen that replaces
 * another keeps its number there: the router's API can't tell a first screen that was redirected from a later one.
 */
export function hasEarlierScreen(): boolean {
  const state: unknown = history.state;
  return (
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
  );
}
