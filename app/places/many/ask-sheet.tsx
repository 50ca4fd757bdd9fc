import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { loadMembers, members } from '../../parcours/members/members.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAction } from '../../ui/use-action.ts';
import { askForPlaces, type ChosenPlacesProps } from './managed-places.ts';
import { manyStrings } from './many-words.ts';

const words = manyStrings.asking;

/** Asks one member, or nobody in particular, to record chosen planned places. */
export function AskSheet({ parcoursId, chosen, onDone, onClose }: ChosenPlacesProps) {
  const { list, status, failure: unloaded, parcoursId: listedId } = useSnapshot(members);
  const [picked, setPicked] = useState(() => {
    const [first, ...others] = new Set(chosen.map(({ asked }) => asked?.id));
    return first === undefined || others.length > 0 ? '' : String(first);
  });
  const { busy, failure, run } = useAction(wordsFor);
  useEffect(() => {
    void loadMembers(parcoursId);
  }, [parcoursId]);
  const isListed = listedId === parcoursId;
  const options = isListed ? list.filter(({ privilege }) => privilege !== 'guest') : [];
  const member = options.find(({ id }) => String(id) === picked);
  const ask = (): Promise<void> =>
    run(async () => {
      const count = await askForPlaces(parcoursId, chosen, member?.id ?? null);
      showNotice(words.done(count, member?.name ?? null));
      onDone();
      onClose();
    });
  return (
    <Sheet title={words.title(chosen.length)} description={words.hint} onClose={() => (busy ? undefined : onClose())}>
      <div className={layout.stack4}>
        <SelectField
          label={words.to}
          value={picked}
          options={[
            { value: '', label: words.anybody },
            ...options.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ target }) => setPicked(target.value)}
        />
        {status === 'failed' && (
          <RetryAlert onRetry={() => loadMembers(parcoursId)}>{words.unloaded(wordsFor(unloaded))}</RetryAlert>
        )}
        {failure !== null && <Alert>{words.failed(failure)}</Alert>}
        <Button wide busy={busy} disabled={!isListed} onClick={() => void ask()}>
          {words.confirm}
        </Button>
      </div>
    </Sheet>
  );
}
