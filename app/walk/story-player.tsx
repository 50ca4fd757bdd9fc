import { SkipForward, X } from 'lucide-react';
import { type FocusEvent, type ReactNode, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { packStatus } from '../packs/pack-view.ts';
import { packs } from '../packs/packs.ts';
import { countSteps, stepOf, withSteps } from '../places/order/in-order.ts';
import { formatNumberedName, formatPlaceName } from '../places/place-words.ts';
import { besidePlaces, plan } from '../places/plan.ts';
import { distanceFromFix } from '../position/distance.ts';
import { location } from '../position/location.ts';
import { picked } from '../tellings/picked.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import typography from '../ui/typography.module.css';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import { writtenIn } from '../ui/written-in.ts';
import { nextInOrder } from './guide/walk-state.ts';
import { choosePlace, listening, playListed } from './listening.ts';
import { followOn, fromHere } from './nearby/from-here.ts';
import { nearbyStrings } from './nearby/nearby-words.ts';
import { useFarWay } from './nearby/note-cards.tsx';
import { describeStop, listenStrings } from './player-words.ts';
import { StoryPlayback } from './story-playback.tsx';
import styles from './story-player.module.css';
import { isWalkOver, listStories, progressOf } from './walk-progress.ts';

/**
 * The player of the selected place, if there is one: name, reason, playback.
 *
 * @param renderAct shown beside the name
 * @param renderNote shown below it
 */
export function StoryPlayer({
  renderAct,
  renderNote,
}: {
  readonly renderAct?: (place: Place) => ReactNode;
  readonly renderNote?: (place: Place) => ReactNode;
}) {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const { list: planned, steps } = useSnapshot(plan);
  const { fix } = useSnapshot(location);
  const { byMap } = useSnapshot(packs);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  const focusKeeper = useFocusHeir(() => main.current);
  const place = list.find((candidate) => candidate.id === walk.selected);
  if (place === undefined) return null;

  const handleFocus = (event: FocusEvent): void => {
    focusKeeper.onFocus(event);
    const { currentTarget, relatedTarget } = event;
    if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
    focusedBefore.current = relatedTarget;
  };
  const close = (): void => {
    choosePlace(null);
    focusedBefore.current?.focus();
  };

  return (
    <section
      className={styles.player}
      aria-label={listenStrings.player}
      data-phase={audio.phase}
      onFocus={handleFocus}
      onBlur={focusKeeper.onBlur}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 {...writtenIn(place.language)} className={typography.twoLines}>
            {formatPlaceName(place.appelation)}
          </h2>
          <p className={styles.why}>
            {describeStop(walk, fix === null ? null : distanceFromFix(fix, place.feature), {
              step: stepOf(place, steps),
              count: countSteps(withSteps([...list, ...besidePlaces(planned, list)], steps), place.map.id),
            })}
          </p>
          {place.held === 'waiting' && <p className={styles.why}>{listenStrings.waits}</p>}
        </div>
        {renderAct?.(place)}
        {/* On a walk the position would select the place again. */}
        {!walk.onSite && <IconButton label={listenStrings.close} icon={<X size={20} aria-hidden />} onClick={close} />}
      </div>
      {renderNote?.(place)}
      {noAudio ? (
        <p className={styles.silent}>{listenStrings.noAudio}</p>
      ) : (
        <StoryPlayback
          key={place.id}
          audio={audio}
          walk={walk}
          peaksLink={place.media?.data.peaks ?? null}
          isLost={packStatus(byMap[place.map.id]) === 'lost'}
          mainRef={main}
        />
      )}
      <StoryOrder />
    </section>
  );
}

/**
 * When listening from elsewhere: the story after the one in the player, which starts by itself or with a tap. On a walk
 * there is none, and a closing message appears when all were heard.
 */
export function StoryOrder() {
  const { walk, audio } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const { steps } = useSnapshot(plan);
  const { isOn: isFromHere } = useSnapshot(fromHere);
  const way = useFarWay();
  const follows = walk.order !== null;
  if (walk.onSite) {
    return (
      <p role="status" className={styles.end}>
        {isWalkOver(list, walk, audio) && nearbyStrings.allHeard}
      </p>
    );
  }
  if (!follows && !isFromHere && way === null) return null;
  const nextId = nextInOrder(walk, listStories(list));
  const next = list.find(({ id }) => id === nextId);
  return (
    <div className={styles.order}>
      {next !== undefined && (
        <Button
          variant="quiet"
          className={styles.next}
          icon={<SkipForward size={20} aria-hidden />}
          onClick={() => playListed(next.id)}
        >
          {nearbyStrings.nextStory(formatNumberedName({ ...next, step: stepOf(next, steps) }))}
        </Button>
      )}
      {/* Always in the page, because a status that is added together with its text is not read aloud. */}
      <p role="status" className={styles.end}>
        {next === undefined &&
          (!walk.isOver
            ? follows && nearbyStrings.lastStory
            : progressOf(list, walk).isDone
              ? nearbyStrings.allHeard
              : nearbyStrings.someLeft)}
      </p>
      {next !== undefined && (
        <Button
          variant="quiet"
          className={styles.follow}
          aria-label={follows ? nearbyStrings.stopAfterLong : nearbyStrings.followOnLong}
          onClick={() => followOn(!follows)}
        >
          {follows ? nearbyStrings.stopAfter : nearbyStrings.followOn}
        </Button>
      )}
    </div>
  );
}
