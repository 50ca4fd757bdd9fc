import { ShieldCheck, UserRoundMinus } from 'lucide-react';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { isHeldBack } from '../../../contracts/permissions.ts';
import type { Member } from '../../../contracts/user.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { mapPanes } from '../parcours-panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import { describeRights } from './may-now.ts';
import styles from './members.module.css';

const words = mapPanes.members;

/** A listed member; the privilege is missing if it is unknown. */
export type ListedMember = Member & Partial<Pick<ParcoursMember, 'privilege' | 'role'>>;

/** The dialog that a row of the member list opens, and its member. */
export type MemberDialog =
  | { readonly kind: 'portrait'; readonly member: Member }
  | { readonly kind: 'privilege' | 'removal'; readonly member: ParcoursMember };

/** A member: their avatar, name and privilege, and for managers the menu. */
export function MemberRow({
  member: { privilege, role, ...person },
  isSelf,
  isManaged,
  isChanged,
  onOpenDialog,
}: {
  readonly member: ListedMember;
  readonly isSelf: boolean;
  readonly isManaged: boolean;
  readonly isChanged: boolean;
  readonly onOpenDialog: (dialog: MemberDialog) => void;
}) {
  const member = privilege === undefined ? undefined : { ...person, privilege, role };
  return (
    <li className={styles.member}>
      <button type="button" className={styles.face} onClick={() => onOpenDialog({ kind: 'portrait', member: person })}>
        <Avatar name={person.name} picture={person.picture} sizePx={44} />
        <span className="visually-hidden">{words.portrait(person.name)}</span>
      </button>
      <div className={styles.who}>
        <span className={styles.name}>{person.name}</span>
        {privilege === undefined ? null : (
          <span className={styles.privilege}>
            <span lang="en">{privilegeStrings[privilege]}</span>
            {isSelf ? ` · ${words.you}` : null}
            {role !== undefined && isHeldBack(role, privilege) ? ` · ${roleStrings.heldBack.row}` : null}
          </span>
        )}
        {/* Mounted in advance: only later changes are announced. An open dialog hides all that isn't `aria-live`. */}
        {isManaged || isChanged ? (
          <span role="status" aria-live="polite" className={styles.changed}>
            {isChanged && privilege !== undefined
              ? describeRights(isSelf ? null : person.name, role ?? 'user', privilege)
              : null}
          </span>
        ) : null}
      </div>
      {isManaged && member !== undefined ? (
        <MoreMenu
          label={words.options(person.name)}
          acts={[
            {
              label: words.setPrivilege,
              icon: <ShieldCheck size={18} aria-hidden />,
              act: () => onOpenDialog({ kind: 'privilege', member }),
            },
            !isSelf && {
              label: words.remove,
              icon: <UserRoundMinus size={18} aria-hidden />,
              danger: true,
              act: () => onOpenDialog({ kind: 'removal', member }),
            },
          ]}
        />
      ) : null}
    </li>
  );
}
