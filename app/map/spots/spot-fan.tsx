import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { heardNow } from '../../walk/guide/walk-state.ts';
import { listening } from '../../walk/listening.ts';
import type { MapView } from '../map-view.ts';
import { fanNamePx, fanOut, fanReach } from './fan.ts';
import styles from './spot-fan.module.css';
import { SpotLeaf } from './spot-leaf.tsx';
import type { ShownSpot } from './spots.ts';
import { useFanMarker } from './use-fan-marker.ts';

/** The places of a spot, spread on both sides of it as buttons with their names; it moves with the map. */
export function SpotFan({
  view,
  spot,
  places,
  onChoose,
}: {
  readonly view: MapView;
  readonly spot: ShownSpot;
  /** In the spot's order. */
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}) {
  const element = useFanMarker(view, spot, styles.anchor);
  const { walk } = useSnapshot(listening);
  const offsets = fanOut(places.length);
  const [namePx] = useState(() => fanNamePx(view.map.getContainer().clientWidth));
  useEffect(() => view.makeRoom(spot.position, fanReach(places.length, namePx)), [view, spot, places.length, namePx]);

  return createPortal(
    <>
      <svg className={styles.legs} width="1" height="1" aria-hidden>
        {offsets.map(([x, y]) => (
          <line key={`${x},${y}`} x2={x} y2={y} />
        ))}
      </svg>
      {places.map((place, at) => (
        <SpotLeaf
          key={place.id}
          place={place}
          offset={offsets[at] ?? [0, 0]}
          namePx={namePx}
          isSelected={place.id === walk.selected}
          isHeard={heardNow(walk).includes(place.id)}
          onChoose={() => onChoose(place.id)}
        />
      ))}
    </>,
    element,
  );
}
