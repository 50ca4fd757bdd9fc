import { Circle } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { strings } from '../../ui/common-words.ts';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { listening } from '../../walk/listening.ts';
import { mapStrings } from '../map-words.ts';
import { closeSpot } from './open-spot.ts';
import styles from './spot-sheet.module.css';

/** The places of a spot as a list. */
export function SpotSheet({
  places,
  onChoose,
}: {
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}) {
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
            name={formatPlaceName(appelation)}
            className={styles.row}
            aria-current={id === selected || undefined}
            onClick={() => choose(id)}
          />
        ))}
      </PlaceRowList>
    </Sheet>
  );
}
