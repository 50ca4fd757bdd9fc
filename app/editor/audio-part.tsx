import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import { detailOf } from '../drops/composer/conversion-words.ts';
import { converterStrings } from '../drops/composer/converter-words.ts';
import { outboxStrings } from '../drops/outbox/outbox-words.ts';
import { recorder } from '../drops/record/recorder.ts';
import { Alert } from '../ui/alert.tsx';
import { WorkProgress } from '../ui/work-progress.tsx';
import { AudioSources } from './audio-sources.tsx';
import { editorStrings } from './editor-words.ts';
import { cancelPlaceAudio } from './place-audio.ts';
import styles from './place-editor.module.css';
import { useAwaitRendition } from './use-await-rendition.ts';
import type { AudioProgress } from './use-place-audio.ts';

const LABELS = {
  preparing: converterStrings.preparing,
  converting: editorStrings.converting,
  sending: editorStrings.sending,
  keeping: outboxStrings.keeping,
};

/** The audio of the open item: playback, recording, or a file. */
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
  readonly renderAudio: (place: Place, mayChange: boolean) => ReactNode;
  readonly recordingBar: ReactNode;
}) {
  const words = editorStrings;
  const { fault } = useSnapshot(recorder);
  const hasAudio = place !== undefined && place.media !== null;
  useAwaitRendition(mayChange ? place : undefined);

  if (progress.step === 'recording') return <div className={styles.audio}>{recordingBar}</div>;
  if (progress.step !== 'resting') {
    const { share, ...rest } = 'share' in progress ? progress : { share: null, remainingS: null, download: null };
    return (
      <div className={styles.audio}>
        <WorkProgress
          label={LABELS[progress.step]}
          share={share}
          detail={detailOf(rest)}
          cancelLabel={words.cancel}
          onCancel={cancelPlaceAudio}
        />
      </div>
    );
  }
  return (
    <div className={styles.audio}>
      {hasAudio && renderAudio(place, mayChange)}
      {!hasAudio && <p className={styles.help}>{place === undefined ? words.noAudioYet : words.placeNoAudio}</p>}
      {fault !== null && <Alert>{fault}</Alert>}
      {mayChange && <AudioSources hasAudio={hasAudio} />}
    </div>
  );
}
