import { useEffect, useState } from 'react';
import { matchesMedia, watchMedia } from '../platform/page/device.ts';
import { Scope } from '../platform/scope.ts';

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

/** The same as in the style sheets of the map's screen. */
const DESK = '(min-width: 1024px)';

/** The same as in the style sheets that know the rail's width. */
const RAIL = '(min-width: 1100px)';

/** Whether the screen is wide enough for information, list or settings beside the map. */
export function useDesk(): boolean {
  return useMedia(DESK);
}

/** Whether the menu is a rail, and other paths' screens are docked beside a map in use. */
export function useRail(): boolean {
  return useMedia(RAIL);
}

/** The same as {@link useRail}, at this moment. */
export function hasRail(): boolean {
  return matchesMedia(RAIL);
}

function useMedia(query: string): boolean {
  const [isMatched, setMatched] = useState(() => matchesMedia(query));
  useEffect(() => {
    const scope = new Scope();
    setMatched(matchesMedia(query));
    watchMedia(scope, query, setMatched);
    return () => scope.dispose();
  }, [query]);
  return isMatched;
}
