import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { MapView } from '../map-view.ts';
import { tapListed, tapShown } from '../tap-shown.ts';
import { fitsFan } from './fan.ts';
import { closeSpot, openSpot } from './open-spot.ts';
import { SpotFan } from './spot-fan.tsx';
import { SpotSheet } from './spot-sheet.tsx';

/** The places of the tapped spot: a fan, or a list if there are many or the map is low. */
export function SpotPlaces({
  view,
  places,
}: {
  readonly view: MapView;
  /** All places of the map. */
  readonly places: readonly Place[];
}) {
  const { now: spot } = useSnapshot(openSpot);
  const shared = places.filter(({ id }) => spot?.placeIds.includes(id));
  const isGone = spot !== null && shared.length < 2;
  useEffect(() => {
    if (isGone) closeSpot();
  }, [isGone]);
  useEffect(() => () => void closeSpot(), []);

  if (spot === null || isGone) return null;
  const { clientWidth: widthPx, clientHeight: heightPx } = view.map.getContainer();
  if (!fitsFan(shared.length, { widthPx, heightPx })) return <SpotSheet places={shared} onChoose={tapListed} />;
  return <SpotFan key={spot.placeIds.join()} view={view} spot={spot} places={shared} onChoose={tapShown} />;
}
