import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { location } from '../../state/position/location.ts';
import { listening } from '../../state/walk/listening.ts';
import { findPositionSilence } from '../../state/walk/nearby/silence.ts';
import { walkStrings } from '../../words/listen/walk.ts';
import { printName } from '../../words/untitled.ts';
import { describePosition } from './nearby/silence-words.ts';
import styles from './walk-pill.module.css';

/** What goes on during a walk: what plays, or what is with the position. */
export function WalkLine() {
  const { walk, audio, lookupFailed } = useSnapshot(listening);
  const { fix, status } = useSnapshot(location);
  const { list } = useSnapshot(places);
  const silence = findPositionSilence({ walk, lookupFailed, fix, status });
  const isSounding = audio.phase === 'playing' || audio.isBuffering;
  // A lost position is shown while a story plays, too; that no place is near is not.
  const showsStory = isSounding && (silence === null || silence === 'nowhere');
  const playing = showsStory ? list.find(({ id }) => id === walk.selected) : undefined;
  return (
    <>
      <span role="status">{playing === undefined && describePosition(silence)}</span>
      {/* Not part of the status, nor is the distance below: read aloud they would drown the story. */}
      {playing !== undefined && (
        <span className={styles.story}>{walkStrings.listeningTo(printName(playing.appelation))}</span>
      )}
    </>
  );
}
