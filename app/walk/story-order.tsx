import { SkipForward } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { places } from '../places/places.ts';
import { printName } from '../places/untitled-words.ts';
import { Button } from '../ui/button.tsx';
import { nextInOrder } from './guide/story-order.ts';
import { listening, playListed } from './listening.ts';
import { followOn, fromHere } from './nearby/from-here.ts';
import { nearbyStrings } from './nearby/nearby-words.ts';
import { useFarWay } from './nearby/use-far-way.ts';
import { listStories } from './next-place.ts';
import styles from './story-order.module.css';
import { isWalkOver, progressOf } from './walk-progress.ts';

/**
 * When listening from elsewhere: the story after the one in the player, which starts by itself or with a tap. On a walk
 * there is none, and a closing message appears when all were heard.
 */
export function StoryOrder() {
  const { walk, audio } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { isOn: isFromHere } = useSnapshot(fromHere);
  const way = useFarWay();
  const follows = walk.order !== null;
  if (walk.onSite) {
    return (
      <p role="status" className={styles.end}>
        {isWalkOver(list, walk, audio) && nearbyStrings.allHeard}
      </p>
    );
  }
  if (!follows && !isFromHere && way === null) return null;
  const nextId = nextInOrder(walk, listStories(list));
  const next = list.find(({ id }) => id === nextId);
  return (
    <div className={styles.order}>
      {next !== undefined && (
        <Button
          variant="quiet"
          className={styles.next}
          icon={<SkipForward size={20} aria-hidden />}
          onClick={() => playListed(next.id)}
        >
          {nearbyStrings.nextStory(printName(next.appelation))}
        </Button>
      )}
      {/* Always in the page, because a status that is added together with its text is not read aloud. */}
      <p role="status" className={styles.end}>
        {next === undefined &&
          (!walk.isOver
            ? follows && nearbyStrings.lastStory
            : progressOf(list, walk).isDone
              ? nearbyStrings.allHeard
              : nearbyStrings.someLeft)}
      </p>
      {next !== undefined && (
        <Button
          variant="quiet"
          className={styles.follow}
          aria-label={follows ? nearbyStrings.stopAfterLong : nearbyStrings.followOnLong}
          onClick={() => followOn(!follows)}
        >
          {follows ? nearbyStrings.stopAfter : nearbyStrings.followOn}
        </Button>
      )}
    </div>
  );
}
