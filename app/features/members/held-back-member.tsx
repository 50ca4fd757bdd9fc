import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { isHeldBack } from '../../../contracts/permissions.ts';
import type { Privilege } from '../../../contracts/vocabulary.ts';
import { Notice } from '../../ui/notice.tsx';
import { roleStrings } from '../../words/roles.ts';

const words = roleStrings.heldBack;

/** Says that a member's account holds back what a privilege promises, and what they can do about it. */
export function HeldBackMember({
  member: { name, privilege, role },
  chosen,
  isSelf,
}: {
  readonly member: ParcoursMember;
  readonly chosen: Privilege;
  readonly isSelf: boolean;
}) {
  if (role === undefined || !isHeldBack(role, chosen)) return null;
  if (isSelf) return <Notice>{words.tools(chosen)}</Notice>;
  return (
    <Notice>
      <p>{chosen === privilege ? words.member(name, chosen) : words.chosen(name, chosen)}</p>
      <p>{role === 'guest' ? words.adviceForGuest(name) : words.advice(name)}</p>
    </Notice>
  );
}
