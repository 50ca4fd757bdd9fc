import { ChevronDown, MapPin, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { formatPlaceName } from '../places/place-words.ts';
import { picked } from '../tellings/picked.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PlaceRow, PlaceRowList } from '../ui/place-row.tsx';
import { listening, playPlace } from './listening.ts';
import styles from './passed-list.module.css';
import { dismissPassed, passed } from './passed-places.ts';
import { pocket } from './pocket/pocket.ts';
import { pocketStrings } from './pocket/pocket-words.ts';

/**
 * The places that were passed while the phone was locked, to play with a tap; nothing if there are none. Beside a
 * player it shows only their number until opened, because the full list would push the walk's controls out of sight.
 */
export function PassedList() {
  const { placeIds } = useSnapshot(passed);
  const { list } = useSnapshot(picked);
  const { isOn: isInPocket } = useSnapshot(pocket);
  const { selected } = useSnapshot(listening).walk;
  /** The person's choice, valid for the story that was then in the player. */
  const [chosen, setChosen] = useState({ isOpen: selected === null, selected });
  const listId = useId();
  const found = placeIds.flatMap((id) => list.find((place) => place.id === id) ?? []);
  // People read it once they take the phone out of the pocket.
  if (found.length === 0 || isInPocket) return null;
  const isOpen = chosen.selected === selected ? chosen.isOpen : selected === null;
  return (
    <section className={styles.card} aria-label={pocketStrings.passed}>
      <header className={styles.head}>
        <h2 className={styles.title}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setChosen({ isOpen: !isOpen, selected })}
          >
            <span>{isOpen ? pocketStrings.passed : pocketStrings.passedCount(found.length)}</span>
            <ChevronDown size={18} aria-hidden className={styles.chevron} />
          </button>
        </h2>
        <IconButton label={pocketStrings.closePassed} icon={<X size={20} aria-hidden />} onClick={dismissPassed} />
      </header>
      {isOpen && (
        <div id={listId} className={styles.rows}>
          <PlaceRowList>
            {found.map(({ id, appelation }) => (
              <PlaceRow
                key={id}
                icon={<MapPin size={18} aria-hidden />}
                name={formatPlaceName(appelation)}
                className={styles.row}
                onClick={() => playPlace(id)}
              />
            ))}
          </PlaceRowList>
        </div>
      )}
    </section>
  );
}
