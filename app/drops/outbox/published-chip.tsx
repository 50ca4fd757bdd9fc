import { CircleCheck, Hourglass, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { formatPlaceName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { listening } from '../../walk/listening.ts';
import { showPlace } from '../../walk/map-focus.ts';
import { hidePublished, published } from '../composer/publish-draft.ts';
import { outboxStrings } from './outbox-words.ts';
import styles from './published-chip.module.css';

/** A chip for the last published drop: opens it, or hides the chip. */
export function PublishedChip() {
  const { placeId } = useSnapshot(published);
  const { list } = useSnapshot(places);
  // In whatever way the person found it.
  useEffect(
    () =>
      subscribeKey(listening, 'walk', ({ selected }) => {
        if (selected !== null && selected === published.placeId) hidePublished();
      }),
    [],
  );
  // It is listed a moment later; a hidden place isn't on the map.
  const place = list.find(({ id }) => id === placeId);
  if (placeId === null || place === undefined || place.held === 'hidden') return null;
  const isWaiting = place.held === 'waiting';
  const words = outboxStrings.published(formatPlaceName(place.appelation), isWaiting);
  const Icon = isWaiting ? Hourglass : CircleCheck;
  return (
    <div className={styles.chip}>
      <button
        type="button"
        className={styles.show}
        aria-label={words.show}
        onClick={() => {
          hidePublished();
          showPlace(placeId);
        }}
      >
        <Icon size={18} aria-hidden />
        <span className={styles.words}>{words.name}</span>
      </button>
      <IconButton label={outboxStrings.hidePublished} icon={<X size={18} aria-hidden />} onClick={hidePublished} />
    </div>
  );
}
