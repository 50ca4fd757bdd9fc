import { Play, RotateCcw, X } from 'lucide-react';
import { type FocusEvent, type Ref, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { PlayerState } from '../../platform/audio/player.ts';
import { places } from '../../state/places/places.ts';
import { location } from '../../state/position/location.ts';
import { choosePlace, listening, playStory, retryStory } from '../../state/walk/listening.ts';
import type { WalkState } from '../../state/walk/walk-decision.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import { Controls } from './controls.tsx';
import styles from './player.module.css';
import { reasonWords } from './reason-words.ts';

/** The player of the selected place: what it is, why it plays, play and pause, how far it is. Nothing without one. */
export function StoryPlayer() {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  const cameFrom = useRef<HTMLElement | null>(null);
  const main = useRef<HTMLButtonElement>(null);
  const focusKeeper = useFocusHeir(() => main.current);
  const place = list.find((candidate) => candidate.id === walk.selected);
  if (place === undefined) return null;

  const handleFocus = (event: FocusEvent): void => {
    focusKeeper.onFocus(event);
    const { currentTarget, relatedTarget } = event;
    if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget;
  };
  const close = (): void => {
    choosePlace(null);
    cameFrom.current?.focus();
  };

  return (
    <section
      className={styles.player}
      aria-label={strings.listen.player}
      data-phase={audio.phase}
      onFocus={handleFocus}
      onBlur={focusKeeper.onBlur}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{place.appelation.trim() || UNTITLED_PLACE}</h2>
          <p className={styles.why}>{reasonWords(walk, fix !== null)}</p>
        </div>
        {/* On a walk the position would select the place again at once. */}
        {!walk.onSite && <IconButton label={strings.listen.close} icon={<X size={20} aria-hidden />} onClick={close} />}
      </div>
      {noAudio ? (
        <p className={styles.silent}>{strings.listen.noAudio}</p>
      ) : (
        <Story key={place.id} audio={audio} walk={walk} peaksLink={place.media?.data.peaks ?? null} mainRef={main} />
      )}
    </section>
  );
}

interface StoryProps {
  readonly audio: PlayerState;
  readonly walk: WalkState;
  readonly peaksLink: string | null;
  /** The button that goes on, whichever that is. */
  readonly mainRef: Ref<HTMLButtonElement>;
}

function Story(props: StoryProps) {
  const { walk, audio } = props;
  // What was asked for and waits for data shows that it does.
  const isIdle = audio.phase !== 'failed' && !audio.isBuffering;
  const isRefused = walk.refused && isIdle;
  const isInterrupted = walk.interrupted && walk.onSite && isIdle;
  const { tapToStart, tapToStartHint, goOn, goOnHint } = strings.listen;
  return (
    <>
      {isRefused || isInterrupted ? (
        <Button ref={props.mainRef} wide icon={<Play size={22} aria-hidden />} onClick={() => void playStory()}>
          {isRefused ? tapToStart : goOn}
        </Button>
      ) : (
        <Told {...props} />
      )}
      {/* Stays in the page, empty or not: what comes into the page with its words is read aloud by nobody. */}
      <p role="status" className={styles.hint}>
        {isRefused ? tapToStartHint : isInterrupted && goOnHint}
      </p>
    </>
  );
}

function Told({ audio, peaksLink, mainRef }: StoryProps) {
  if (audio.phase !== 'failed') return <Controls audio={audio} peaksLink={peaksLink} playRef={mainRef} />;
  return (
    <Alert
      action={
        <Button ref={mainRef} variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={retryStory}>
          {strings.app.retry}
        </Button>
      }
    >
      {describeFailure(audio)}
    </Alert>
  );
}

function describeFailure({ failure }: PlayerState): string {
  if (failure === null || failure.status === null) return strings.listen.failed;
  // Without its query: the link's signature is nobody's to read or to copy from a screenshot.
  const [address = failure.url] = failure.url.split('?');
  return strings.listen.fetchFailed(address, failure.status, failure.statusText);
}
