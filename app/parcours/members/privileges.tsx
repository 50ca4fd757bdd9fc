import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { isLimitedByRole } from '../../../contracts/permissions.ts';
import { type ParcoursId, PRIVILEGES, type Privilege } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { strings } from '../../ui/common-words.ts';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAction } from '../../ui/use-action.ts';
import { paneStrings, parcoursPanes, privilegeOptions } from '../panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import styles from './members.module.css';
import { setMemberPrivilege } from './members.ts';

const words = parcoursPanes.members;

/** Chooses what a member may do on a parcours. */
export function PrivilegeSheet({
  parcoursId,
  member,
  isSelf,
  onSet,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly member: ParcoursMember;
  readonly isSelf: boolean;
  readonly onSet: () => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Privilege>(member.privilege);
  const { busy, failure, run } = useAction(wordsFor);

  const handleSave = async (): Promise<void> => {
    if (chosen === member.privilege) return onClose();
    await run(async () => {
      await setMemberPrivilege(parcoursId, member.id, chosen);
      onSet();
      onClose();
    });
  };

  return (
    <Sheet onClose={() => (busy ? undefined : onClose())} title={words.privilegeOf(member.name)}>
      <div className={layout.stack4}>
        <OptionCards
          label={words.privileges}
          options={privilegeOptions([...PRIVILEGES].reverse())}
          chosen={chosen}
          disabled={busy}
          onChoose={setChosen}
        />
        <PrivilegeNotes member={member} chosen={chosen} isSelf={isSelf} />
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button wide busy={busy} onClick={() => void handleSave()}>
          {strings.app.save}
        </Button>
      </div>
    </Sheet>
  );
}

/** The effects of a chosen privilege: what the member's account doesn't allow, or that people lower their own. */
function PrivilegeNotes({
  member: { name, privilege, role },
  chosen,
  isSelf,
}: {
  readonly member: ParcoursMember;
  readonly chosen: Privilege;
  readonly isSelf: boolean;
}) {
  const words = roleStrings.limits;
  const isLimited = role !== undefined && isLimitedByRole(role, chosen);
  return (
    <>
      {isLimited && isSelf ? <Notice>{words.tools(chosen)}</Notice> : null}
      {isLimited && !isSelf ? (
        <Notice>
          <p>{chosen === privilege ? words.member(name, chosen) : words.chosen(name, chosen)}</p>
          <p>{role === 'guest' ? words.adviceForGuest(name) : words.advice(name)}</p>
        </Notice>
      ) : null}
      {isSelf && chosen !== 'admin' ? <Notice>{parcoursPanes.members.lowersYou}</Notice> : null}
    </>
  );
}

/** Explains the privileges on a parcours, and what an account adds to them. */
export function PrivilegeGuide() {
  return (
    <details className={classNames(layout.disclosure, styles.guide)}>
      <summary>
        <ChevronRight size={18} aria-hidden />
        {roleStrings.guide.title}
      </summary>
      <div className={styles.guideText}>
        <dl className={layout.stack2}>
          {[...PRIVILEGES].reverse().map((privilege) => (
            <div key={privilege}>
              <dt lang="en">{privilegeStrings[privilege]}</dt>
              <dd>{paneStrings.privilegeTexts[privilege]}</dd>
            </div>
          ))}
        </dl>
        <p>{roleStrings.guide.account}</p>
      </div>
    </details>
  );
}
