import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { printName } from '../places/untitled-words.ts';
import { location } from '../position/location.ts';
import { listening } from './listening.ts';
import { findPositionSilence } from './nearby/silence.ts';
import { describePosition } from './nearby/silence-words.ts';
import styles from './walk-pill.module.css';
import { walkStrings } from './walk-words.ts';

/** The status of a walk: what is playing, or the state of the position. */
export function WalkLine() {
  const { walk, audio, lookupFailed } = useSnapshot(listening);
  const { fix, status } = useSnapshot(location);
  const { list } = useSnapshot(places);
  const silence = findPositionSilence({ walk, lookupFailed, fix, status });
  const isSounding = audio.phase === 'playing' || audio.isBuffering;
  // A lost position is shown even while a story plays; the absence of near places is not.
  const showsStory = isSounding && (silence === null || silence === 'nowhere');
  const playing = showsStory ? list.find(({ id }) => id === walk.selected) : undefined;
  return (
    <>
      <span role="status">{playing === undefined && describePosition(silence)}</span>
      {/* Not part of the status, like the distance below: read aloud, they would drown out the story. */}
      {playing !== undefined && (
        <span className={styles.story}>{walkStrings.listeningTo(printName(playing.appelation))}</span>
      )}
    </>
  );
}
