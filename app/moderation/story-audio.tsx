import type { MediaLink } from '../../contracts/place.ts';
import { soundAlone } from '../platform/audio/one-sound.ts';
import { choosePlayable } from '../platform/audio/playable.ts';
import { Hint } from '../ui/hint.tsx';
import styles from './moderation.module.css';
import { queueStrings } from './queue/queue-words.ts';

interface StoryAudioProps {
  readonly media: MediaLink | null;
  readonly name: string;
  /** Whether this is the reported version rather than the current one. */
  readonly asReported?: boolean;
}

/** Plays a story with the browser's own controls, regardless of who may hear it on its map. */
export function StoryAudio({ media, name, asReported = false }: StoryAudioProps) {
  if (media === null) return <Hint breaks>{queueStrings.noAudio}</Hint>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was recorded.
    <audio
      className={styles.audio}
      controls
      preload="none"
      src={choosePlayable(media).link}
      onPlay={({ currentTarget }) => soundAlone(currentTarget)}
      aria-label={asReported ? queueStrings.listenReported(name) : queueStrings.listen(name)}
    />
  );
}
