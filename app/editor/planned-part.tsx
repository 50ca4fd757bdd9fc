import { UserPlus } from 'lucide-react';
import { useEffect } from 'react';
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
  const { busy, failure, run } = useAction(wordsFor);
  useEffect(() => {
    void loadMembers(map.id);
  }, [map.id]);
  // The asked member is an option even before the list is loaded.
  const listed = parcoursId === map.id ? list.filter(({ privilege }) => privilege !== 'guest') : [];
  const options = asked === null || listed.some((member) => member.id === asked.id) ? listed : [asked, ...listed];
  const isAlone = status === 'ready' && parcoursId === map.id && options.every((member) => member.id === user?.id);
  return (
    <>
      <StateChip state={state} label={fillStrings.states[state]} />
      <p className={typography.hint}>{fillStrings.more[state]}</p>
      {mayChange && (
        <SelectField
          label={words.asked}
          value={asked === null ? '' : String(asked.id)}
          // Disabled it would lose the focus.
          aria-disabled={busy || undefined}
          options={[
            { value: '', label: words.anybody },
            ...options.map((member) => ({ value: String(member.id), label: member.name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            !busy &&
            void run(async () => {
              await changePlanned(id, { asked: value === '' ? null : UserId.parse(Number(value)) });
            })
          }
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
