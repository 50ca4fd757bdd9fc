import { MapPinOff } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { placing } from '../drops/batch/picked-files.ts';
import { myDrops } from '../drops/my-drops.ts';
import { nameOf, type PlacesAndWaiting } from '../drops/outbox/outbox-view.ts';
import { placeEditor } from '../editor/place-editor.ts';
import { formatNumberedName, formatPlaceName } from '../places/place-words.ts';
import { supportsWebgl2 } from '../platform/page/device.ts';
import { compass, shownHeading } from '../position/compass-service.ts';
import { location } from '../position/location.ts';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { English } from '../ui/english.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { heardNow } from '../walk/guide/walk-state.ts';
import { listening } from '../walk/listening.ts';
import { following } from '../walk/map-focus.ts';
import { nearbyStrings } from '../walk/nearby/nearby-words.ts';
import { pocket } from '../walk/pocket/pocket.ts';
import { useMapCamera } from './camera/use-map-camera.ts';
import type { MapOptions } from './drawn-map.tsx';
import styles from './map-canvas.module.css';
import type { MapView } from './map-view.ts';
import { mapStrings } from './map-words.ts';
import { type NumberedPlan, usePlannedPlaces, useShownPlaces } from './use-shown-places.ts';

// A browser without WebGL never fetches it.
const DrawnMap = lazyPart(async () => (await import('./drawn-map.tsx')).DrawnMap);

/**
 * The map: places, position, taps. It is created once; theme, places and position are set on it. Data attributes report
 * its content. On the section, which exists without WebGL, too: `data-map-ready` once everything was drawn,
 * `data-selected-place`, `data-place-count`, `data-waiting-count` (drops that the server does not have yet), `data-planned-count`,
 * `data-walker` (the position as `lng,lat`), `data-walker-false` for a false position, `data-following` while the map
 * follows it, `data-track-points` (of the rehearsed route). On its frame: `data-view`, where the map came to rest
 * (`lng,lat,zoom`); `data-drawn-view`, the same once everything is drawn there (before, the drawn content may be of
 * another zoom); `data-drawn`, the number of drawn places and the selected one (`count,id`).
 *
 * @param waiting shown until the drawing code has loaded
 */
export function MapCanvas({ waiting = null, onView, ...options }: MapOptions & { readonly waiting?: ReactNode }) {
  const [isSupported] = useState(supportsWebgl2);
  const [isBroken, setBroken] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const [view, setView] = useState<MapView | null>(null);
  const shareView = useCallback(
    (made: MapView | null) => {
      setView(made);
      onView(made);
    },
    [onView],
  );
  const shown = useShownPlaces();
  const planned = usePlannedPlaces();
  useMapContent(view, shown, planned);
  useMapCamera(view, shown.settled);
  const { isOn: isFollowing } = useSnapshot(following);
  const { fix, isFalse } = useSnapshot(location);
  const { line } = useSnapshot(rehearsal);
  const { selected } = useSnapshot(listening).walk;

  const refusal = isSupported ? (isBroken ? mapStrings.unsupported : null) : mapStrings.noWebgl;
  return (
    <section
      className={styles.map}
      aria-label={refusal === null ? mapStrings.label : mapStrings.noMap}
      data-testid="map"
      data-map-ready={isDrawn}
      data-selected-place={selected ?? undefined}
      data-place-count={shown.settled.length}
      data-waiting-count={shown.waiting.length}
      data-planned-count={planned.length}
      data-walker={fix === null ? undefined : `${fix.lng},${fix.lat}`}
      data-following={isFollowing ? true : undefined}
      data-walker-false={isFalse ? true : undefined}
      data-track-points={line.length > 0 ? line.length : undefined}
    >
      {refusal === null ? (
        <Suspense fallback={waiting}>
          <DrawnMap
            {...options}
            view={view}
            places={shown.settled}
            onView={shareView}
            onBroken={setBroken}
            onDrawn={setDrawn}
          />
        </Suspense>
      ) : (
        <NoMap reason={refusal} />
      )}
    </section>
  );
}

/** Shows places, waiting drops, planned places, selection, walker and rehearsal on the map, and follows their changes. */
function useMapContent(
  view: MapView | null,
  { settled: list, waiting }: PlacesAndWaiting,
  planned: readonly NumberedPlan[],
): void {
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
  const { now: batch } = useSnapshot(placing);
  useEffect(() => {
    const named = [...waiting.map((item) => ({ ...item, name: nameOf(item) })), ...(batch?.placed ?? [])];
    view?.show({ waiting: named.map((item) => ({ ...item, name: formatPlaceName(item.name) })) });
  }, [view, waiting, batch]);
  const openPlannedId = draft?.plannedId ?? null;
  useEffect(() => {
    const drawn = planned.filter(({ id }) => id !== openPlannedId && !leavingIds.includes(id));
    view?.show({
      planned: drawn.map((place) => {
        const { id, feature: geometry, state, step } = place;
        return { id: String(id), name: formatNumberedName(place), geometry, state, step };
      }),
    });
  }, [view, planned, openPlannedId, leavingIds]);
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
  const walk = batch?.walk ?? null;
  useEffect(() => {
    view?.show({ track: walk === null ? { line, showsCorners: isDrawing } : { line: walk, showsCorners: false } });
  }, [view, line, isDrawing, walk]);
}

/** Replaces the map: shows why there is none, and what works without it. */
function NoMap({ reason }: { readonly reason: string }) {
  return (
    <div className={styles.ground}>
      <div className={styles.words}>
        <MapPinOff size={28} aria-hidden />
        <p className={styles.reason}>
          <English>{reason}</English>
        </p>
        <p>{nearbyStrings.noMapHelp}</p>
      </div>
    </div>
  );
}
