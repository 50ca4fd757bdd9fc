import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { ApiError } from '../../platform/net/api.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type ChosenPlacesProps, movePlaces } from './managed-places.ts';
import { manyStrings } from './many-words.ts';

const words = manyStrings.moving;

/** Moves chosen places to another parcours that the person may edit. */
export function MoveSheet({ parcoursId, chosen, onDone, onClose }: ChosenPlacesProps) {
  const role = useSnapshot(session).user?.role;
  const { list } = useSnapshot(parcours);
  const others = list.filter(
    ({ id, privilege }) => id !== parcoursId && role !== undefined && mayEditParcours(role, privilege),
  );
  const [picked, setPicked] = useState('');
  const target = others.find(({ id }) => String(id) === picked) ?? others[0];
  const { busy, failure, run } = useAction((error) => whyNotMoved(error, target?.name ?? ''));
  const move = (to: ParcoursId, name: string): Promise<void> =>
    run(async () => {
      const { moved, stayed } = await movePlaces(parcoursId, chosen, to);
      const gone = chosen.length - moved - stayed;
      if (moved > 0) showNotice(words.done(moved, name));
      if (stayed > 0) showNotice(words.stayed(stayed, name), { tone: 'info' });
      if (gone > 0) showNotice(words.gone(gone), { tone: 'info' });
      onDone();
      onClose();
    });
  return (
    <Sheet title={words.title(chosen.length)} description={words.hint} onClose={() => (busy ? undefined : onClose())}>
      {target === undefined ? (
        <p>{words.nowhere}</p>
      ) : (
        <div className={layout.stack4}>
          <SelectField
            label={words.to}
            value={String(target.id)}
            options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => setPicked(event.target.value)}
          />
          {failure !== null && <Alert>{words.failed(chosen.length, failure)}</Alert>}
          <Button wide busy={busy} onClick={() => void move(target.id, target.name)}>
            {words.confirm}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function whyNotMoved(error: unknown, map: string): string {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'map_full') return words.full(map);
  if (code === 'conflict') return words.otherLanguage(map);
  return code === 'forbidden' ? words.refused : wordsFor(error);
}
