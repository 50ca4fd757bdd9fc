import { Mic, PencilRuler } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop, mayUseEditorTools } from '../../contracts/permissions.ts';
import { openRecorderCard } from '../drops/drop-mode.ts';
import { outbox } from '../drops/drop-services.ts';
import { useIsDropOffered } from '../drops/drop-tool.tsx';
import { dropStrings } from '../drops/drop-words.ts';
import { mapStrings } from '../map/map-words.ts';
import { editorTools, switchDrawTools, switchEditorTools } from '../parcours/editor-tools.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { places } from '../places/places.ts';
import { plan } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import noteStyles from '../walk/nearby/note.module.css';
import { Note } from '../walk/nearby/note-cards.tsx';

function draw(): void {
  switchEditorTools(true);
  switchDrawTools(true);
}

/** Brings the editor back, on a map on which the person has drawn, or may go on with a plan. */
export function DrawButton() {
  const { user } = useSnapshot(session);
  const map = findSelected(useSnapshot(parcours));
  const { list } = useSnapshot(places);
  const { list: planned } = useSnapshot(plan);
  const { isOn } = useSnapshot(editorTools);
  if (user === null || map === undefined || !mayUseEditorTools(user.role, map.privilege)) return null;
  const hasDrawn = isOn || list.some(({ userId, map: { id } }) => id === map.id && userId === user.id);
  if (!hasDrawn && !planned.some(({ map: { id } }) => id === map.id)) return null;
  return (
    <IconButton
      variant="floating"
      label={mapStrings.draw}
      icon={<PencilRuler size={20} aria-hidden />}
      onClick={draw}
    />
  );
}

/** On a map without places: the way to its first ones, for people who may draw or drop. */
export function EmptyMap() {
  const { user } = useSnapshot(session);
  const map = findSelected(useSnapshot(parcours));
  const { status, seenMs, list } = useSnapshot(places);
  const { list: planned } = useSnapshot(plan);
  const { items } = useSnapshot(outbox);
  const isDropOffered = useIsDropOffered();
  const [closedId, setClosedId] = useState<number | null>(null);
  if (user === null || map === undefined || status !== 'ready' || seenMs !== null || map.id === closedId) return null;
  if (list.length + planned.length + items.length > 0 || !mayDrop(user.role, map.privilege)) return null;
  const mayDraw = mayUseEditorTools(user.role, map.privilege);
  return (
    <Note
      label={mapStrings.empty}
      acts={
        (mayDraw || !isDropOffered) && (
          <>
            {mayDraw && (
              <Button icon={<PencilRuler size={18} aria-hidden />} onClick={draw}>
                {mapStrings.draw}
              </Button>
            )}
            {!isDropOffered && (
              <Button
                variant={mayDraw ? 'secondary' : 'primary'}
                icon={<Mic size={18} aria-hidden />}
                onClick={openRecorderCard}
              >
                {dropStrings.open}
              </Button>
            )}
          </>
        )
      }
      onDismiss={() => setClosedId(map.id)}
    >
      <p className={noteStyles.text}>
        <strong>{mapStrings.empty}</strong> {mayDraw ? mapStrings.emptyToDraw : mapStrings.emptyToDrop}
      </p>
    </Note>
  );
}
