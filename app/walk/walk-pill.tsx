import { ArrowUp, Footprints, ListChecks, MoonStar, RotateCcw, Square } from 'lucide-react';
import { type Ref, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { stepOf } from '../places/order/in-order.ts';
import { formatNumberedName } from '../places/place-words.ts';
import { plan } from '../places/plan.ts';
import { compass, facingDeg } from '../position/compass-service.ts';
import { distanceAndBearingTo, distanceFromFix, isHere } from '../position/distance.ts';
import { location } from '../position/location.ts';
import { picked } from '../tellings/picked.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { formatAway } from '../ui/number-words.ts';
import { beginWalk, endWalk, forgetHeard, listening } from './listening.ts';
import { formatDirection } from './nearby/nearby-words.ts';
import { nextStory } from './nearby/next-story.ts';
import { useFarWay } from './nearby/note-cards.tsx';
import { describePosition } from './nearby/silence-line.tsx';
import { findPositionSilence } from './nearby/silence-reason.ts';
import { enterPocket } from './pocket/pocket.ts';
import { pocketStrings } from './pocket/pocket-words.ts';
import { readyStrings } from './ready/ready-words.ts';
import { askRestart, showReadySheet } from './walk-dialogs.ts';
import { lastWalks } from './walk-memory.ts';
import styles from './walk-pill.module.css';
import { findNextWalk, progressOf } from './walk-progress.ts';
import { walkStrings } from './walk-words.ts';

/**
 * Starts and ends a walk: one button for audio-guide mode and autoplay together. Without stories it offers none.
 *
 * @param isOffered false while the person does something else than walk; a walk that has begun can be ended even then
 */
export function WalkPill({ isOffered = true }: { readonly isOffered?: boolean }) {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const button = useRef<HTMLButtonElement>(null);
  const wasToggled = useRef(false);
  // One button replaces the other and takes over its focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other button is rendered once the mode has changed.
  useEffect(() => {
    if (wasToggled.current) button.current?.focus();
    wasToggled.current = false;
  }, [walk.onSite]);

  const toggle = (): void => {
    wasToggled.current = true;
    if (walk.onSite) endWalk();
    else beginWalk();
  };
  if (!walk.onSite) {
    if (!isOffered || list.every(({ media }) => media === null)) return null;
    return <WalkStart startRef={button} onStart={toggle} />;
  }
  return (
    <div className={classNames(styles.pill, styles.on)}>
      <span className={styles.words}>
        <span>
          <span className={styles.beat} aria-hidden />
          <WalkLine /> <WalkCount />
        </span>
        <NextStory />
      </span>
      <span className={styles.controls}>
        <button
          type="button"
          className={styles.pocket}
          aria-label={pocketStrings.enter}
          title={pocketStrings.enter}
          onClick={enterPocket}
        >
          <MoonStar size={18} aria-hidden />
          {pocketStrings.enterShort}
        </button>
        <IconButton
          ref={button}
          className={styles.stop}
          label={walkStrings.stop}
          icon={<Square size={16} fill="currentcolor" aria-hidden />}
          onClick={toggle}
        />
      </span>
    </div>
  );
}

/** Number of stories heard. Renders nothing if there are none. */
function WalkCount() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const { heard, all } = progressOf(list, walk);
  if (all === 0) return null;
  return (
    <span className={styles.count}>
      <span className="visually-hidden">{walkStrings.progressOf} </span>
      {walkStrings.progress(heard, all)}
    </span>
  );
}

/** The status of a walk: that a story plays, which the player names, or the state of the position. */
export function WalkLine() {
  const { walk, audio, lookupFailed } = useSnapshot(listening);
  const { fix, status } = useSnapshot(location);
  const silence = findPositionSilence({ walk, lookupFailed, fix, status });
  const isSounding = audio.phase === 'playing' || audio.isBuffering;
  // A lost position is shown even while a story plays; the absence of near places is not.
  const showsStory = isSounding && (silence === null || silence === 'nowhere');
  return (
    <>
      <span role="status">{!showsStory && describePosition(silence)}</span>
      {/* Not part of the status, like the distance below: read aloud, they would drown out the story. */}
      {showsStory && <span>{walkStrings.listening}</span>}
    </>
  );
}

/** The next story of a walk, with the way to its place. Renders nothing if none is left. */
export function NextStory() {
  const { placeId } = useSnapshot(nextStory);
  const { list } = useSnapshot(picked);
  const { steps } = useSnapshot(plan);
  const { fix } = useSnapshot(location);
  const next = list.find(({ id }) => id === placeId);
  if (fix === null || next === undefined) return null;
  const name = formatNumberedName({ ...next, step: stepOf(next, steps) });
  const away = distanceFromFix(fix, next.feature);
  return (
    <span className={styles.next}>
      <span>
        {/* Within the error of the position it could be in any direction. */}
        {away.distanceM > fix.accuracyM && <Pointer bearingDeg={distanceAndBearingTo(fix, next.feature).bearingDeg} />}
        {isHere(away) ? walkStrings.nextHere(name) : walkStrings.next(name, formatAway(away))}
      </span>
    </span>
  );
}

/** An arrow relative to the direction that the person faces; from north up, as on the map, if that is unknown. */
function Pointer({ bearingDeg }: { readonly bearingDeg: number }) {
  const { fix } = useSnapshot(location);
  const { headingDeg } = useSnapshot(compass);
  const turnDeg = Math.round(bearingDeg - (facingDeg(fix, headingDeg) ?? 0));
  const words = formatDirection(bearingDeg);
  return (
    <span className={styles.pointer} role="img" aria-label={words} title={words}>
      <ArrowUp size={16} aria-hidden style={{ rotate: `${turnDeg}deg` }} />
    </span>
  );
}

/** Begins a walk, continues an earlier one, or restarts it; with a button to check whether everything is ready. */
export function WalkStart({
  startRef,
  onStart,
}: {
  readonly startRef: Ref<HTMLButtonElement>;
  readonly onStart: () => void;
}) {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(picked);
  const { byMap } = useSnapshot(lastWalks);
  const next = findNextWalk(list, walk, byMap, Date.now());
  const { start: first, goOn, restart } = walkStrings;
  const label = { first, further: goOn(next), anew: restart }[next.way];
  const startAnew = (): void =>
    askRestart(() => {
      forgetHeard(list);
      onStart();
    });
  const Icon = next.isDone ? RotateCcw : Footprints;
  // Far away, the offer to listen from here comes first.
  const isFar = useFarWay(true) !== null;
  return (
    <div className={classNames(styles.offer, isFar && styles.far)}>
      <button ref={startRef} type="button" className={styles.pill} onClick={next.isDone ? startAnew : onStart}>
        <Icon size={20} aria-hidden />
        <span>{label}</span>
      </button>
      {next.isPartlyTold && (
        <button
          type="button"
          className={styles.ready}
          aria-label={walkStrings.restart}
          title={walkStrings.restart}
          aria-haspopup="dialog"
          onClick={() => askRestart(() => forgetHeard(list))}
        >
          <RotateCcw size={20} aria-hidden />
          <span>{walkStrings.restartShort}</span>
        </button>
      )}
      <button
        type="button"
        className={styles.ready}
        aria-label={readyStrings.openLong}
        title={readyStrings.openLong}
        aria-haspopup="dialog"
        onClick={() => showReadySheet(true)}
      >
        <ListChecks size={20} aria-hidden />
        <span>{readyStrings.openShort}</span>
      </button>
    </div>
  );
}
