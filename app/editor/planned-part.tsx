import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import { UserId } from '../../contracts/vocabulary.ts';
import { fillStrings } from '../drops/fill/fill-words.ts';
import { wordsFor } from '../page/error-words.ts';
import { loadMembers, members } from '../parcours/members/members.ts';
import { changePlanned } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/message.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { StateChip } from '../ui/state-chip.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { editorStrings } from './editor-words.ts';

/** The state of an open planned place, and who is asked to fill it, which is saved at once. */
export function PlannedPart({
  planned,
  mayChange,
  onInvite,
}: {
  readonly planned: PlannedPlace;
  readonly mayChange: boolean;
  /** Leads to the invitations, while nobody else can be asked. */
  readonly onInvite?: (() => void) | undefined;
}) {
  const words = editorStrings.planned;
  const { id, map, asked, state } = planned;
  const { parcoursId, list, status } = useSnapshot(members);
  const { user } = useSnapshot(session);
  const { failure, run } = useAction(wordsFor);
  // Several may be chosen with the arrow keys during one request: then the last one is sent.
  const [chosen, setChosen] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => {
    void loadMembers(map.id);
  }, [map.id]);
  // The asked member is an option even before the list is loaded.
  const listed = parcoursId === map.id ? list.filter(({ privilege }) => privilege !== 'guest') : [];
  const options = asked === null || listed.some((member) => member.id === asked.id) ? listed : [asked, ...listed];
  const isAlone = status === 'ready' && parcoursId === map.id && options.every((member) => member.id === user?.id);
  const sendLatest = async (): Promise<void> => {
    const sent = latest.current;
    try {
      await changePlanned(id, { asked: sent ? UserId.parse(Number(sent)) : null });
    } catch (error) {
      if (sent === latest.current) throw error;
    }
    if (sent !== latest.current) await sendLatest();
  };
  const handleChoice = async (value: string): Promise<void> => {
    const isSending = latest.current !== null;
    latest.current = value;
    setChosen(value);
    if (isSending) return;
    await run(sendLatest);
    latest.current = null;
    setChosen(null);
  };
  return (
    <>
      <StateChip state={state} label={fillStrings.states[state]} />
      <p className={typography.hint}>{fillStrings.more[state]}</p>
      {mayChange && (
        <SelectField
          label={words.asked}
          value={chosen ?? (asked === null ? '' : String(asked.id))}
          options={[
            { value: '', label: words.anybody },
            ...options.map((member) => ({ value: String(member.id), label: member.name })),
          ]}
          onChange={(event) => void handleChoice(event.currentTarget.value)}
        />
      )}
      {mayChange && isAlone && (
        <>
          <p className={typography.hint}>{words.nobody}</p>
          {onInvite !== undefined && (
            <Button variant="quiet" icon={<UserPlus size={18} aria-hidden />} onClick={onInvite}>
              {words.invite}
            </Button>
          )}
        </>
      )}
      {failure !== null && <Alert>{failure}</Alert>}
    </>
  );
}
