import { Circle } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../../contracts/place.ts';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listening } from '../../../state/walk/listening.ts';
import { PlaceRow, PlaceRowList } from '../../../ui/place-row.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { mapStrings } from '../../../words/map.ts';
import { strings } from '../../../words/strings.ts';
import { printName } from '../../../words/untitled.ts';
import type { MapView } from '../map-view.ts';
import { FAN_MAX } from './fan.ts';
import { closeSpot, openSpot } from './open-spot.ts';
import { SpotFan } from './spot-fan.tsx';
import styles from './spot-places.module.css';

interface SpotPlacesProps {
  /** The places of the map. */
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}

/** The places of the spot that was tapped: a fan, or a list where they are many. */
export function SpotPlaces({ view, places, onChoose }: SpotPlacesProps & { readonly view: MapView }) {
  const { now: spot } = useSnapshot(openSpot);
  const shared = places.filter(({ id }) => spot?.placeIds.includes(id));
  const isGone = spot !== null && shared.length < 2;
  useEffect(() => {
    if (isGone) closeSpot();
  }, [isGone]);
  useEffect(() => () => void closeSpot(), []);

  if (spot === null || isGone) return null;
  if (shared.length > FAN_MAX) return <SpotSheet places={shared} onChoose={onChoose} />;
  return <SpotFan key={spot.placeIds.join()} view={view} spot={spot} places={shared} onChoose={onChoose} />;
}

function SpotSheet({ places, onChoose }: SpotPlacesProps) {
  const { selected } = useSnapshot(listening).walk;
  const choose = (placeId: PlaceId): void => {
    closeSpot();
    onChoose(placeId);
  };
  return (
    <Sheet
      open
      onOpenChange={() => void closeSpot()}
      title={mapStrings.sharedSpot(places.length)}
      closeLabel={strings.app.close}
    >
      <PlaceRowList>
        {places.map(({ id, appelation }) => (
          <PlaceRow
            key={id}
            icon={<Circle size={18} aria-hidden />}
            name={printName(appelation)}
            className={styles.row}
            aria-current={id === selected || undefined}
            onClick={() => choose(id)}
          />
        ))}
      </PlaceRowList>
    </Sheet>
  );
}
