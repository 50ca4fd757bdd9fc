import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useSnapshot } from 'valtio';
import { supportsWebgl2 } from '../platform/page/device.ts';
import { location } from '../position/location.ts';
import { rehearsal } from '../rehearsal/rehearsal.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { listening } from '../walk/listening.ts';
import { following } from '../walk/map-focus.ts';
import { useMapCamera } from './camera/use-map-camera.ts';
import styles from './map-canvas.module.css';
import type { MapView } from './map-view.ts';
import { mapStrings } from './map-words.ts';
import { NoMap } from './no-map.tsx';
import { useMapContent } from './use-map-content.ts';
import type { MapOptions } from './use-map-view.ts';
import { useShownPlaces } from './use-shown-places.ts';

// A browser without WebGL never fetches it.
const DrawnMap = lazyPart(async () => (await import('./drawn-map.tsx')).DrawnMap);

/**
 * The map: places, position, taps. It is created once; theme, places and position are set on it. Data attributes report
 * its content. On the section, which exists without WebGL, too: `data-map-ready` once everything was drawn,
 * `data-selected-place`, `data-place-count`, `data-waiting-count` (drops that the server does not have yet),
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
  useMapContent(view, shown);
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
