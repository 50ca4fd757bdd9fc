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
  // A lost position is said while a story plays, too; that no place is near is no news then.
  const isTold = isSounding && (silence === null || silence === 'nowhere');
  const told = isTold ? list.find(({ id }) => id === walk.selected) : undefined;
  return (
    <>
      <span role="status">{told === undefined && describePosition(silence)}</span>
      {/* Not part of the status, nor is the distance below: read aloud they would drown the story. */}
      {told !== undefined && <span className={styles.told}>{walkStrings.listeningTo(printName(told.appelation))}</span>}
    </>
  );
}
