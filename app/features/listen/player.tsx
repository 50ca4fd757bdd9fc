import { Pause, Play, RotateCcw, X } from 'lucide-react';
import { Slider } from 'radix-ui';
import { useSnapshot } from 'valtio';
import { UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { PlayerState } from '../../platform/player.ts';
import { strings } from '../../platform/strings.ts';
import { printTime } from '../../platform/time.ts';
import { choosePlace, listening, pauseStory, playStory, retryStory, seekStory } from '../../state/listening.ts';
import { location } from '../../state/location.ts';
import { places } from '../../state/places.ts';
import type { WalkState } from '../../state/walk-decision.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './player.module.css';
import { reasonWords } from './reason-words.ts';

/** The player of the selected place: what it is, why it plays, play and pause, how far it is. Nothing without one. */
export function StoryPlayer() {
  const { walk, audio, noAudio } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { fix } = useSnapshot(location);
  const place = list.find((candidate) => candidate.id === walk.selected);
  if (place === undefined) return null;
  return (
    <section className={styles.player} aria-label={strings.listen.player} data-phase={audio.phase}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.name}>{place.appelation.trim() || UNTITLED_PLACE}</h2>
          <p className={styles.why}>{reasonWords(walk, fix !== null)}</p>
        </div>
        {/* On a walk the position would select the place again at once. */}
        {!walk.onSite && (
          <IconButton
            label={strings.listen.close}
            icon={<X size={20} aria-hidden />}
            onClick={() => choosePlace(null)}
          />
        )}
      </div>
      {noAudio ? <p className={styles.silent}>{strings.listen.noAudio}</p> : <Story audio={audio} walk={walk} />}
    </section>
  );
}

function Story({ audio, walk }: { readonly audio: PlayerState; readonly walk: WalkState }) {
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
  if (walk.refused) {
    return (
      <div className={styles.refused}>
        <Button wide icon={<Play size={22} aria-hidden />} onClick={() => void playStory()}>
          {strings.listen.tapToStart}
        </Button>
        <p className={styles.why}>{strings.listen.tapToStartHint}</p>
      </div>
    );
  }
  return <Controls audio={audio} />;
}

function Controls({ audio }: { readonly audio: PlayerState }) {
  const { phase, positionS, durationS } = audio;
  const isLoading = phase === 'loading' || phase === 'empty';
  const isPlaying = phase === 'playing';
  const lengthS = durationS ?? 0;
  return (
    <div className={styles.controls}>
      {isLoading ? (
        <span className={styles.waiting}>
          <Spinner label={strings.listen.loading} size={24} />
        </span>
      ) : (
        <IconButton
          variant="accent"
          className={styles.play ?? ''}
          label={isPlaying ? strings.listen.pause : strings.listen.play}
          icon={isPlaying ? <Pause size={24} aria-hidden /> : <Play size={24} aria-hidden />}
          onClick={() => (isPlaying ? pauseStory() : void playStory())}
        />
      )}
      <div className={styles.progress}>
        <Slider.Root
          className={styles.slider}
          min={0}
          max={Math.max(lengthS, 0.1)}
          step={0.1}
          value={[Math.min(positionS, lengthS)]}
          disabled={isLoading}
          onValueChange={([value]) => {
            if (value !== undefined) seekStory(value);
          }}
        >
          <Slider.Track className={styles.track}>
            <Slider.Range className={styles.range} />
          </Slider.Track>
          <Slider.Thumb
            className={styles.thumb}
            aria-label={strings.listen.seek}
            aria-valuetext={`${printTime(positionS)} / ${printTime(lengthS)}`}
          />
        </Slider.Root>
        <div className={styles.times}>
          <span>{printTime(positionS)}</span>
          <span>{durationS === null ? '' : printTime(durationS)}</span>
        </div>
      </div>
    </div>
  );
}

function describeFailure({ failure }: PlayerState): string {
  if (failure === null || failure.status === null) return strings.listen.failed;
  // Without its query: the link's signature is nobody's to read or to copy from a screenshot.
  const [address = failure.url] = failure.url.split('?');
  return strings.listen.fetchFailed(address, failure.status, failure.statusText);
}
