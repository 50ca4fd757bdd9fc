import { Play, RotateCcw, X } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { PlayerState } from '../../platform/player.ts';
import { strings } from '../../platform/strings.ts';
import { choosePlace, listening, playStory, retryStory } from '../../state/listening.ts';
import { location } from '../../state/location.ts';
import { places } from '../../state/places.ts';
import type { WalkState } from '../../state/walk-decision.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Controls } from './controls.tsx';
import styles from './player.module.css';
import { reasonWords } from './reason-words.ts';

/** The player of the selected place: what it is, why it plays, play and pause, how far it is. Nothing without one. */
export function StoryPlayer() {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  const cameFrom = useRef<HTMLElement | null>(null);
  const place = list.find((candidate) => candidate.id === walk.selected);
  if (place === undefined) return null;

  const hearFocus = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof HTMLElement) || currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget;
  };
  const close = (): void => {
    choosePlace(null);
    cameFrom.current?.focus();
  };

  return (
    <section className={styles.player} aria-label={strings.listen.player} data-phase={audio.phase} onFocus={hearFocus}>
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
        <Story key={place.id} audio={audio} walk={walk} peaksLink={place.media?.data.peaks ?? null} />
      )}
    </section>
  );
}

function Story({
  audio,
  walk,
  peaksLink,
}: {
  readonly audio: PlayerState;
  readonly walk: WalkState;
  readonly peaksLink: string | null;
}) {
  if (audio.phase === 'failed') {
    return (
      <Alert
        action={
          <Button variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={retryStory}>
            {strings.app.retry}
          </Button>
        }
      >
        {describeFailure(audio)}
      </Alert>
    );
  }
  if (walk.refused || (walk.interrupted && walk.onSite)) {
    const { tapToStart, tapToStartHint, goOn, goOnHint } = strings.listen;
    return (
      <div className={styles.refused}>
        <Button wide icon={<Play size={22} aria-hidden />} onClick={() => void playStory()}>
          {walk.refused ? tapToStart : goOn}
        </Button>
        <p className={styles.why}>{walk.refused ? tapToStartHint : goOnHint}</p>
      </div>
    );
  }
  return <Controls audio={audio} peaksLink={peaksLink} />;
}

function describeFailure({ failure }: PlayerState): string {
  if (failure === null || failure.status === null) return strings.listen.failed;
  // Without its query: the link's signature is nobody's to read or to copy from a screenshot.
  const [address = failure.url] = failure.url.split('?');
  return strings.listen.fetchFailed(address, failure.status, failure.statusText);
}
