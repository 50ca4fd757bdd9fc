import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { findPlace } from '../../places/places.ts';
import { findPlanned } from '../../places/plan.ts';
import { FIRST_FIX_ZOOM, PLACE_ZOOM } from '../../platform/map/projection.ts';
import { boundingBoxOfShapes } from '../../position/coordinates.ts';
import { location } from '../../position/location.ts';
import { listening } from '../../walk/listening.ts';
import { following, followWalker, markShown, plannedInView, shownPlace, stopFollowing } from '../../walk/map-focus.ts';
import { farAway, hasCome } from '../../walk/nearby/far-away.ts';
import { fromHere, markFramed } from '../../walk/nearby/from-here.ts';
import { middleOf } from '../layers/shape-geometry.ts';
import type { MapView } from '../map-view.ts';

/**
 * Moves the map by itself: once to all places, unless it has been at the walker; once to the first position; in
 * audio-guide mode along with the walker, or far away to the parcours until the walker arrives; to a place that the
 * person wants to see; and to all places when the person listens from elsewhere. Outside a walk it holds the selected
 * place in view, or the planned one whose card is open.
 */
export function useMapCamera(view: MapView | null, list: readonly Place[]): void {
  const { fix, isFalse } = useSnapshot(location);
  const { onSite, selected } = useSnapshot(listening).walk;
  const { isOn: isFollowing, requests } = useSnapshot(following);
  const { wantedId } = useSnapshot(shownPlace);
  const { id: plannedId } = useSnapshot(plannedInView);
  const { isFrameDue } = useSnapshot(fromHere);
  const isFar = useMemo(() => fix !== null && !isFalse && farAway(list, fix) !== null, [list, fix, isFalse]);
  const isThere = useMemo(() => fix !== null && hasCome(list, fix), [list, fix]);
  /** Whether the walk began far away and the walker has not arrived since; null until a position is known. */
  const isAway = useRef<boolean | null>(null);
  const wasAt = useRef({ places: false, walker: false });
  const answered = useRef(0);

  useEffect(() => {
    if (onSite) followWalker();
    else stopFollowing();
    isAway.current = null;
  }, [onSite]);
  useEffect(() => {
    if (view === null || !onSite || fix === null || list.length === 0) return;
    if (isAway.current === null) {
      isAway.current = isFar;
      if (!isFar) return;
      // Nobody walks there now: the person wants to see the parcours rather than their own position.
      stopFollowing();
      wasAt.current = { places: true, walker: true };
      showAll(view, list);
    } else if (isAway.current && isThere) {
      isAway.current = false;
      followWalker();
    }
  }, [view, onSite, fix, list, isFar, isThere]);
  useEffect(() => {
    if (view === null) answered.current = 0;
    // A false position is set where the person is already looking. It may just have ended.
    else if (!isFollowing || !following.isOn || fix === null || isFalse) view.follow(null);
    else if (answered.current === requests) view.follow([fix.lng, fix.lat]);
    else {
      answered.current = requests;
      wasAt.current.walker = true;
      view.follow([fix.lng, fix.lat], FIRST_FIX_ZOOM);
    }
  }, [view, fix, isFalse, isFollowing, requests]);

  useEffect(() => {
    if (view === null || list.length === 0 || wasAt.current.places || wasAt.current.walker) return;
    wasAt.current.places = true;
    showAll(view, list);
  }, [view, list]);
  useEffect(() => {
    if (view === null || fix === null || isFalse || wasAt.current.walker) return;
    wasAt.current.walker = true;
    view.flyTo([fix.lng, fix.lat], FIRST_FIX_ZOOM);
  }, [view, fix, isFalse]);

  useEffect(() => {
    // A place that was just made is listed a moment later.
    const wanted = list.find(({ id }) => id === wantedId) ?? findPlanned(wantedId);
    if (view === null || wanted === undefined) return;
    wasAt.current = { places: true, walker: true };
    view.flyTo(middleOf(wanted.feature), PLACE_ZOOM);
    markShown();
  }, [view, list, wantedId]);

  useEffect(() => {
    const chosen = onSite ? undefined : findPlace(selected);
    view?.keepVisible(chosen === undefined ? null : middleOf(chosen.feature));
  }, [view, selected, onSite]);
  // On its own, because its end must not bring back the selected place, from which the person may have moved away.
  useEffect(() => {
    const planned = onSite ? undefined : findPlanned(plannedId);
    if (view === null || planned === undefined) return;
    view.keepVisible(middleOf(planned.feature));
    return () => view.keepVisible(null);
  }, [view, plannedId, onSite]);

  // Last, because it ends the flight to the first position.
  useEffect(() => {
    if (view === null || list.length === 0 || !isFrameDue) return;
    wasAt.current = { places: true, walker: true };
    showAll(view, list);
    markFramed();
  }, [view, list, isFrameDue]);
}

function showAll(view: MapView, list: readonly Place[]): void {
  const box = boundingBoxOfShapes(list.map(({ feature }) => feature));
  if (box !== null) view.showBox(box);
}
