import { ChevronDown, ChevronUp, Undo2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { formatTime } from '../platform/page/time.ts';
import { picked } from '../tellings/picked.ts';
import { IconButton } from '../ui/icon-button.tsx';
import typography from '../ui/typography.module.css';
import { dismissStory, listening, resumeStory } from './listening.ts';
import { fromHere } from './nearby/from-here.ts';
import { pocket } from './pocket/pocket.ts';
import styles from './unfinished-offer.module.css';
import { listUnfinished } from './walk-progress.ts';
import { unfinishedStrings as words } from './walk-words.ts';

/** While listening on a walk or from here: ways to return to stories that began but were not heard. */
export function UnfinishedOffer() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const { isOn: isInPocket } = useSnapshot(pocket);
  const { isOn: isFromHere } = useSnapshot(fromHere);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const stories = listUnfinished(walk).flatMap(({ placeId, atMs }) => {
    const place = list.find(({ id }) => id === placeId);
    return place === undefined || place.media === null
      ? []
      : [{ placeId, atMs, name: formatPlaceName(place.appelation) }];
  });
  const [last] = stories;
  if (last === undefined && isOpen) setOpen(false);
  // People read it once they take the phone out of the pocket.
  if (last === undefined || isInPocket || !(walk.onSite || isFromHere)) return null;
  const resume = (placeId: PlaceId): void => {
    setOpen(false);
    resumeStory(placeId);
  };
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <section className={styles.offer} aria-label={words.list}>
      {isOpen && (
        <ul id={listId} className={styles.list}>
          {stories.map(({ placeId, atMs, name }) => (
            <li key={placeId} className={styles.row}>
              <button type="button" className={styles.resume} onClick={() => resume(placeId)}>
                <Undo2 size={18} aria-hidden />
                <span className={styles.words}>
                  <span className={typography.ellipsis}>{words.resume(name)}</span>{' '}
                  <small>{words.at(formatTime(atMs / 1000))}</small>
                </span>
              </button>
              <IconButton
                label={words.dismiss(name)}
                icon={<X size={18} aria-hidden />}
                className={styles.dismiss ?? ''}
                onClick={() => dismissStory(placeId)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        {!isOpen && (
          <button type="button" className={styles.resume} onClick={() => resumeStory(last.placeId)}>
            <Undo2 size={18} aria-hidden />
            <span className={typography.ellipsis}>{words.resume(last.name)}</span>
          </button>
        )}
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {words.title(stories.length)}
          <Chevron size={16} aria-hidden />
        </button>
      </div>
    </section>
  );
}
