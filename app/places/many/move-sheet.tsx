import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayEditParcours } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
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
  const { busy, failure, run } = useAction(wordsFor);
  const move = (to: ParcoursId, name: string): Promise<void> =>
    run(async () => {
      const count = await movePlaces(parcoursId, chosen, to);
      if (count > 0) showNotice(words.done(count, name));
      if (count < chosen.length) showNotice(words.stayed(chosen.length - count, name), { tone: 'info' });
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
          {failure !== null && <Alert>{words.failed(failure)}</Alert>}
          <Button wide busy={busy} onClick={() => void move(target.id, target.name)}>
            {words.confirm}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
