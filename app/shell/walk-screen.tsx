/** The map screen: information, map and settings as three panes. */
export function WalkScreen() {
  return <div />;
}
