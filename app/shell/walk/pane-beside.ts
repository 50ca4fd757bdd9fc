/** The panes of the map screen from left to right: information, map, settings. */
export type PaneId = '0' | '1' | '2';

const PANES: readonly PaneId[] = ['0', '1', '2'];

/** The pane that a swipe leads to: to the left one forward, to the right one back, and no further than there are panes. */
export function paneBeside(pane: PaneId, way: 'left' | 'right'): PaneId {
  return PANES[PANES.indexOf(pane) + (way === 'left' ? 1 : -1)] ?? pane;
}

/** A pane by its id as the bottom navigation tells it; the map for any other text. */
export function readPaneId(text: string): PaneId {
  return PANES.find((id) => id === text) ?? '1';
}
