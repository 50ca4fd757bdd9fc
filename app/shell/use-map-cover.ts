import { type RefObject, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { MapView } from '../map/map-view.ts';
import { watchSizes } from '../platform/page/element-observers.ts';
import { Scope } from '../platform/scope.ts';
import { listening } from '../walk/listening.ts';

/** Width of the map's right edge with its buttons, and of its left edge. */
const [RIGHT_PX, LEFT_PX] = [64, 12];

/**
 * Reports to the map what covers it: its upper and lower part, the first and the last child of `over`. If the lower
 * part scrolls, it shows the player, its last child, from the top when a story is chosen. On a walk it shows the walk's
 * controls above the player, because they must stay on the screen when a story starts by itself.
 */
export function useMapCover(view: MapView | null, over: RefObject<HTMLElement | null>): void {
  const { selected, onSite } = useSnapshot(listening).walk;
  useEffect(() => {
    const frame = over.current;
    const [top, bottom] = [frame?.firstElementChild ?? null, frame?.lastElementChild ?? null];
    if (frame === null || top === null || bottom === null || view === null) return;
    const scope = new Scope();
    watchSizes(scope, [frame, top, bottom], () => {
      const box = frame.getBoundingClientRect();
      view.setCover({
        top: top.getBoundingClientRect().bottom - box.top,
        bottom: box.bottom - bottom.getBoundingClientRect().top,
        ...{ left: LEFT_PX, right: RIGHT_PX },
      });
    });
    return () => scope.dispose();
  }, [view, over]);
  useEffect(() => {
    const bottom = over.current?.lastElementChild;
    const shown = onSite ? bottom?.querySelector('[data-walk-controls]') : bottom?.lastElementChild;
    if (selected === null || bottom == null || shown == null) return;
    bottom.scrollTop += shown.getBoundingClientRect().top - bottom.getBoundingClientRect().top;
  }, [selected, onSite, over]);
}
