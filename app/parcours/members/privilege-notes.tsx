import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { isHeldBack } from '../../../contracts/permissions.ts';
import type { Privilege } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { mapPanes } from '../parcours-panes-words.ts';

const words = roleStrings.heldBack;

/** The effects of a chosen privilege: what the member's account doesn't allow, or that people lower their own. */
export function PrivilegeNotes({
  member: { name, privilege, role },
  chosen,
  isSelf,
}: {
  readonly member: ParcoursMember;
  readonly chosen: Privilege;
  readonly isSelf: boolean;
}) {
  const isKept = role !== undefined && isHeldBack(role, chosen);
  return (
    <>
      {isKept && isSelf ? <Notice>{words.tools(chosen)}</Notice> : null}
      {isKept && !isSelf ? (
        <Notice>
          <p>{chosen === privilege ? words.member(name, chosen) : words.chosen(name, chosen)}</p>
          <p>{role === 'guest' ? words.adviceForGuest(name) : words.advice(name)}</p>
        </Notice>
      ) : null}
      {isSelf && chosen !== 'admin' ? <Notice>{mapPanes.members.lowersYou}</Notice> : null}
    </>
  );
}
