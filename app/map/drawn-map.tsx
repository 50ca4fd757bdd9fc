import { useRef } from 'react';
import type { Place } from '../../contracts/place.ts';
import { AddressPin } from './layers/address-pin.tsx';
import styles from './map-canvas.module.css';
import type { MapView } from './map-view.ts';
import { SpotPlaces } from './spots/spot-places.tsx';
import { type DrawnMapOptions, useMapView } from './use-map-view.ts';

/** The part of the map that MapLibre draws, with its markers. Separate from {@link MapCanvas}: the library is large. */
export function DrawnMap({
  view,
  places,
  ...options
}: DrawnMapOptions & { readonly view: MapView | null; readonly places: readonly Place[] }) {
  const frame = useRef<HTMLDivElement>(null);
  useMapView(frame, options);
  return (
    <>
      <div ref={frame} className={styles.frame} />
      {view !== null && <SpotPlaces view={view} places={places} />}
      {view !== null && <AddressPin map={view.map} />}
    </>
  );
}
