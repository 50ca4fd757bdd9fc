import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import { recorder } from '../../state/drops/recording/recorder.ts';
import { cancelPlaceAudio } from '../../state/editor/place-audio.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { editorStrings } from '../../words/editor.ts';
import { outboxStrings } from '../../words/outbox.ts';
import { strings } from '../../words/strings.ts';
import { AudioSources } from './audio-sources.tsx';
import styles from './place-editor.module.css';
import type { AudioProgress } from './use-place-audio.ts';

/** The audio of what is open: heard, recorded, or brought as a file. */
export function AudioPart({
  place,
  mayChange,
  progress,
  renderAudio,
  recordingBar,
}: {
  /** Undefined for a shape that has no place yet. */
  readonly place: Place | undefined;
  readonly mayChange: boolean;
  readonly progress: AudioProgress;
  readonly renderAudio: (place: Place) => ReactNode;
  readonly recordingBar: ReactNode;
}) {
  const words = editorStrings;
  const { fault } = useSnapshot(recorder);
  const hasAudio = place !== undefined && place.media !== null;

  if (progress.step === 'recording') return <div className={styles.audio}>{recordingBar}</div>;
  if (progress.step !== 'resting') {
    const labels = { converting: words.converting, sending: words.sending, keeping: outboxStrings.keeping };
    const label = labels[progress.step];
    const { share, remainingS } = 'share' in progress ? progress : { share: null, remainingS: null };
    return (
      <div className={styles.audio}>
        <ProgressBar label={label} value={share} />
        <div className={styles.workRow}>
          <span role="status">
            {label}
            {share !== null && ` ${Math.round(share * 100)} %`}
            {remainingS !== null && `, ${strings.drops.remaining(remainingS)}`}
          </span>
          <Button variant="secondary" onClick={cancelPlaceAudio}>
            {words.cancel}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.audio}>
      {hasAudio && renderAudio(place)}
      {!hasAudio && <p className={styles.help}>{place === undefined ? words.noAudioYet : words.placeNoAudio}</p>}
      {fault !== null && <Alert>{fault}</Alert>}
      {mayChange && <AudioSources hasAudio={hasAudio} />}
    </div>
  );
}
