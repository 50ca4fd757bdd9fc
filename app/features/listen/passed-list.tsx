import { MapPin, X } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { pocket } from '../../state/pocket/pocket.ts';
import { playPlace } from '../../state/walk/listening.ts';
import { dismissPassed, passed } from '../../state/walk/passed-places.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { pocketStrings } from '../../words/pocket.ts';
import { printName } from '../../words/untitled.ts';
import styles from './passed-list.module.css';

/** The places that were passed while the phone was locked, to be heard by a tap; nothing where there are none. */
export function PassedList() {
  const { placeIds } = useSnapshot(passed);
  const { list } = useSnapshot(places);
  const { isOn: isInPocket } = useSnapshot(pocket);
  const titleId = useId();
  const found = placeIds.flatMap((id) => list.find((place) => place.id === id) ?? []);
  // Whoever takes the phone out of the pocket reads it then.
  if (found.length === 0 || isInPocket) return null;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {pocketStrings.passed}
        </h2>
        <IconButton label={pocketStrings.closePassed} icon={<X size={20} aria-hidden />} onClick={dismissPassed} />
      </header>
      <PlaceRowList>
        {found.map(({ id, appelation }) => (
          <PlaceRow
            key={id}
            icon={<MapPin size={18} aria-hidden />}
            name={printName(appelation)}
            className={styles.row}
            onClick={() => playPlace(id)}
          />
        ))}
      </PlaceRowList>
    </section>
  );
}
