/** The panes of the map screen from left to right: information, map, settings. */
export type PaneId = '0' | '1' | '2';

const PANES: readonly PaneId[] = ['0', '1', '2'];

/** Returns the pane that a swipe leads to: left is forward, right is back; the same pane at the ends. */
export function paneBeside(pane: PaneId, way: 'left' | 'right'): PaneId {
  return PANES[PANES.indexOf(pane) + (way === 'left' ? 1 : -1)] ?? pane;
}

/** Returns the pane with this id; the map for any other text. */
export function readPaneId(text: string): PaneId {
  return PANES.find((id) => id === text) ?? '1';
}
