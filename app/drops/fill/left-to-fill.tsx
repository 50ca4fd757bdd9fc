import { Mic } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { editorTools, isDrawing } from '../../parcours/editor-tools.ts';
import { plan } from '../../places/plan.ts';
import { distanceFromFix } from '../../position/distance.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { showPlanned } from '../../walk/map-focus.ts';
import { outbox } from '../drop-services.ts';
import styles from '../outbox/outbox.module.css';
import { recorder } from '../record/recorder.ts';
import { openPlanned, openTo, withoutQueued } from './fill.ts';
import { FILL_CARD_ID, useCardPlace } from './fill-card.tsx';
import { fillStrings } from './fill-words.ts';

/** After a drop: how many planned places are left for this person, and the way to the nearest, unless its card is open or has no room. */
export function LeftToFill() {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(plan);
  const { items } = useSnapshot(outbox);
  const left = openTo(withoutQueued(list, items), user?.id);
  const heir = useFocusHeir(() => document.getElementById(FILL_CARD_ID));
  const isCardOpen = useCardPlace() !== null;
  const isRecording = useSnapshot(recorder).phase !== 'idle';
  const isEditing = isDrawing(useSnapshot(editorTools));
  if (left.length === 0 || isCardOpen || isRecording || isEditing) return null;
  const handleClick = (): void => {
    const { fix } = location;
    const away = ({ feature }: (typeof left)[number]) => (fix === null ? 0 : distanceFromFix(fix, feature).distanceM);
    const [nearest] = left.toSorted((a, b) => away(a) - away(b));
    if (nearest === undefined) return;
    openPlanned(nearest.id);
    showPlanned(nearest.id);
  };
  return (
    <Button
      variant="secondary"
      icon={<Mic size={18} aria-hidden />}
      className={styles.chip}
      onClick={handleClick}
      {...heir}
    >
      {fillStrings.left(left.length)}
    </Button>
  );
}
