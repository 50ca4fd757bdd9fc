import { useEffect, useState } from 'react';
import type { ItemState, OpenedParcours } from '../../../contracts/moderation.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import styles from '../moderation.module.css';
import { StoryAudio } from '../story-audio.tsx';
import { ItemActs } from './moderation-acts.tsx';
import { openParcours } from './queue.ts';
import { type QueueAct, queueStrings } from './queue-words.ts';
import { ReadTexts } from './read-texts.tsx';

const words = queueStrings;

type OpenedPlace = OpenedParcours['places'][number];

interface OpenedMapSheetProps {
  readonly parcoursId: ParcoursId;
  readonly name: string;
  /** Called with the state of the map itself after a measure about it. */
  readonly onState?: (state: ItemState) => void;
  readonly onClose: () => void;
}

/** All stories of a map, to play and to moderate, regardless of its membership. */
export function OpenedMapSheet({ parcoursId, name, onState, onClose }: OpenedMapSheetProps) {
  const [map, setMap] = useState<OpenedParcours | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isLive = true;
    openParcours(parcoursId).then(
      (opened) => (isLive ? setMap(opened) : undefined),
      (error: unknown) => (isLive ? setFailure(wordsFor(error)) : undefined),
    );
    return () => {
      isLive = false;
    };
  }, [parcoursId]);
  return (
    <Sheet onClose={onClose} title={name} description={words.openMapNote}>
      <div className={layout.stack3}>
        {failure === null ? null : <Alert>{failure}</Alert>}
        {map === null && failure === null ? (
          <div className={layout.loading}>
            <Spinner size={28} label={words.mapLoading} />
          </div>
        ) : null}
        {map === null ? null : (
          <OpenedMap
            map={map}
            onChange={(changed) => {
              setMap(changed);
              if (changed.state !== map.state) onState?.(changed.state);
            }}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Shows the effects of measures without opening the map again, which would add another entry to the audit log. */
function OpenedMap({
  map,
  onChange,
}: {
  readonly map: OpenedParcours;
  readonly onChange: (map: OpenedParcours) => void;
}) {
  const { id: parcoursId, name, description, state, author, places } = map;
  const handlePlace = (id: PlaceId, act: QueueAct): void => {
    if (act === 'delete') onChange({ ...map, places: places.filter((place) => place.id !== id) });
    else if (act === 'hide' || act === 'restore') {
      const withState = ({ held: _, ...place }: OpenedPlace): OpenedPlace =>
        act === 'hide' ? { ...place, held: 'hidden' } : place;
      onChange({ ...map, places: places.map((place) => (place.id === id ? withState(place) : place)) });
    }
  };
  return (
    <>
      <p className={typography.quote}>{description}</p>
      {author === null ? null : <Hint breaks>{words.author(author.name, author.email)}</Hint>}
      {state === 'shown' ? null : <p className={styles.state}>{words.states[state]}</p>}
      <ItemActs
        item={{ kind: 'map', id: parcoursId }}
        name={name}
        state={state}
        isOpen={false}
        hasAuthor={author !== null}
        author={author}
        onDone={(act) => onChange({ ...map, state: stateAfter(act) ?? state })}
      />
      {places.length === 0 ? <Hint breaks>{words.noStories}</Hint> : null}
      <ul className={layout.stack2}>
        {places.map(({ id, appelation, media, held, userId }) => (
          <li key={id} className={styles.waiting}>
            <h3 className={styles.name}>{formatPlaceName(appelation)}</h3>
            {held === 'hidden' ? <p className={styles.state}>{words.states.hidden}</p> : null}
            <StoryAudio media={media?.data ?? null} name={formatPlaceName(appelation)} />
            <ReadTexts placeId={id} name={formatPlaceName(appelation)} />
            <ItemActs
              item={{ kind: 'place', id }}
              name={formatPlaceName(appelation)}
              state={held === 'hidden' ? 'hidden' : 'shown'}
              isOpen={false}
              hasAuthor={userId !== null}
              onDone={(act) => handlePlace(id, act)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the state of an item after a measure; undefined if the measure doesn't change it. */
function stateAfter(act: QueueAct): ItemState | undefined {
  const states: Partial<Record<QueueAct, ItemState>> = { hide: 'hidden', restore: 'shown', delete: 'removed' };
  return states[act];
}

/** The state of a map, with the button to open it completely. */
export function MapActs({
  map: { id, name, state: known },
}: {
  readonly map: { readonly id: ParcoursId; readonly name: string; readonly state: ItemState };
}) {
  const [state, setState] = useState(known);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={layout.stack3}>
      {state === 'shown' ? null : <p className={styles.state}>{words.states[state]}</p>}
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={words.actOn(words.openMap, name)}
        onClick={() => setOpen(true)}
      >
        {words.openMap}
      </Button>
      {isOpen ? <OpenedMapSheet parcoursId={id} name={name} onState={setState} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
