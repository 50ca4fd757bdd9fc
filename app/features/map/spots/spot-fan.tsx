import { Check } from 'lucide-react';
import { Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../../contracts/place.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { Scope } from '../../../platform/scope.ts';
import { listening } from '../../../state/walk/listening.ts';
import { classNames } from '../../../ui/class-names.ts';
import { mapStrings } from '../../../words/map.ts';
import { nearbyStrings } from '../../../words/nearby.ts';
import { strings } from '../../../words/strings.ts';
import { printName } from '../../../words/untitled.ts';
import { CLUSTERS_END_ZOOM } from '../layers/drawn-place.ts';
import type { MapView } from '../map-view.ts';
import { fanOut, fanReachPx } from './fan.ts';
import { closeSpot } from './open-spot.ts';
import styles from './spot-fan.module.css';
import type { Spot } from './spots.ts';

/** The map's own gestures begin beside the fan. */
const KEPT_FROM_MAP = ['click', 'dblclick', 'mousedown', 'touchstart', 'keydown'];

/** The places of a spot, spread around it as buttons; it moves with the map. */
export function SpotFan({
  view,
  spot,
  places,
  onChoose,
}: {
  readonly view: MapView;
  readonly spot: Spot;
  /** Those of the spot, in its order. */
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}) {
  const [element] = useState(() => document.createElement('div'));
  const { selected, heard } = useSnapshot(listening).walk;
  const offsets = fanOut(places.length);
  const reachPx = fanReachPx(places.length);

  useEffect(() => {
    const { map } = view;
    const scope = new Scope();
    element.tabIndex = -1;
    element.className = styles.anchor ?? '';
    element.setAttribute('role', 'group');
    element.setAttribute('aria-label', mapStrings.sharedSpot(spot.placeIds.length));
    const marker = new Marker({ element }).setLngLat([...spot.position]).addTo(map);
    scope.add(() => marker.remove());
    for (const type of KEPT_FROM_MAP) scope.listen(element, type, (event) => event.stopPropagation());
    scope.listen<KeyboardEvent>(element, 'keydown', ({ key }) => {
      if (key !== 'Escape') return;
      closeSpot();
      map.getCanvas().focus();
    });
    const closeFarOut = (): void => {
      if (map.getZoom() < CLUSTERS_END_ZOOM) closeSpot();
    };
    map.on('zoom', closeFarOut);
    scope.add(() => map.off('zoom', closeFarOut));
    element.focus({ preventScroll: true });
    return () => scope.dispose();
  }, [view, spot, element]);
  useEffect(() => view.makeRoom(spot.position, reachPx), [view, spot, reachPx]);

  return createPortal(
    <>
      <svg
        className={styles.legs}
        viewBox={`${-reachPx} ${-reachPx} ${2 * reachPx} ${2 * reachPx}`}
        width={2 * reachPx}
        height={2 * reachPx}
        aria-hidden
      >
        <circle r={reachPx} />
        {places.map(({ id }, at) => {
          const [x, y] = offsets[at] ?? [0, 0];
          return <line key={id} x2={x} y2={y} />;
        })}
      </svg>
      {places.map(({ id, appelation, media }, at) => {
        const [x, y] = offsets[at] ?? [0, 0];
        const isHeard = heard.includes(id);
        const facts = [media === null && nearbyStrings.silent.toLowerCase(), isHeard && mapStrings.heard].filter(Boolean);
        const label = [printName(appelation), ...facts].join(', ');
        return (
          <button
            key={id}
            type="button"
            className={styles.target}
            style={{ translate: `calc(${x}px - 50%) calc(${y}px - 50%)` }}
            aria-label={label}
            aria-pressed={id === selected}
            title={label}
            onClick={() => onChoose(id)}
          >
            <span className={classNames(styles.dot, media === null && styles.silent)}>
              {isHeard && media !== null && <Check size={12} strokeWidth={3.5} aria-hidden />}
            </span>
          </button>
        );
      })}
    </>,
    element,
  );
}
