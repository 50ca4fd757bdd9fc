import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { myDrops } from '../drops/my-drops.ts';
import { nameOf, type PlacesAndWaiting } from '../drops/outbox/outbox-view.ts';
import { placeEditor } from '../editor/place-editor.ts';
import { compass, shownHeading } from '../position/compass-service.ts';
import { location } from '../position/location.ts';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { heardNow } from '../walk/guide/walk-state.ts';
import { listening } from '../walk/listening.ts';
import { pocket } from '../walk/pocket/pocket.ts';
import type { MapView } from './map-view.ts';

/** Shows places, waiting drops, selection, walker and rehearsal on the map, and follows their changes. */
export function useMapContent(view: MapView | null, { settled: list, waiting }: PlacesAndWaiting): void {
  const { fix, isFalse } = useSnapshot(location);
  const { line, isDrawing, walker: simulated } = useSnapshot(rehearsal);
  const { headingDeg: compassDeg } = useSnapshot(compass);
  const { selected, onSite, heard, heardAway } = useSnapshot(listening).walk;
  const ticked = useMemo(() => heardNow({ onSite, heard, heardAway }), [onSite, heard, heardAway]);
  const { draft } = useSnapshot(placeEditor);
  const { leavingIds } = useSnapshot(myDrops);
  const { isOn: isInPocket } = useSnapshot(pocket);
  useEffect(() => view?.setAsleep(isInPocket), [view, isInPocket]);
  // The drawing layer shows the open place. A place being deleted returns if the deletion is undone.
  const openId = draft?.placeId ?? null;
  useEffect(() => {
    view?.show({ places: list.filter(({ id }) => id !== openId && !leavingIds.includes(id)) });
  }, [view, list, openId, leavingIds]);
  useEffect(() => {
    view?.show({ waiting: waiting.map((item) => ({ ...item, name: nameOf(item) })) });
  }, [view, waiting]);
  useEffect(() => view?.show({ selected }), [view, selected]);
  useEffect(() => view?.show({ heard: ticked }), [view, ticked]);
  const headingDeg = shownHeading(fix, compassDeg);
  useEffect(() => {
    if (simulated !== null) view?.show({ walker: { ...simulated, accuracyM: 0, headingDeg: null, kind: 'simulated' } });
    else if (fix === null) view?.show({ walker: null });
    else {
      const kind = isFalse ? 'false' : 'real';
      view?.show({ walker: { ...fix, headingDeg: isFalse ? null : headingDeg, kind } });
    }
  }, [view, fix, isFalse, headingDeg, simulated]);
  useEffect(() => view?.show({ track: { line, showsCorners: isDrawing } }), [view, line, isDrawing]);
}
