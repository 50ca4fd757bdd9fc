import { ShieldCheck, UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { isLimitedByRole, mayDrop, mayEditParcours, mayManageParcours } from '../../../contracts/permissions.ts';
import { foldText } from '../../../contracts/plain-text.ts';
import type { Member } from '../../../contracts/user.ts';
import type { ParcoursId, Privilege, Role, UserId } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import layout from '../../ui/layout.module.css';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Lightbox } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { parcoursPanes } from '../panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import styles from './members.module.css';
import { removeMember } from './members.ts';
import { PrivilegeSheet } from './privileges.tsx';

const words = parcoursPanes.members;

/** From how many members on a field finds one: more than fit on a phone's screen. */
const SEARCHED_FROM = 12;

/**
 * The members of a parcours; a tap on an avatar shows it in full size. Managers change the privilege of others and
 * remove them; until the screen is left, a changed row shows what its member may now do. Leaving a parcours oneself is
 * in the parcours screen.
 */
export function MemberList({
  parcoursId,
  list,
  selfId,
  isManaged,
}: {
  readonly parcoursId: ParcoursId;
  readonly list: readonly ListedMember[];
  /** The person viewing the list. */
  readonly selfId: UserId;
  /** Whether that person may manage it. */
  readonly isManaged: boolean;
}) {
  const [dialog, setDialog] = useState<MemberDialog | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<UserId>>(new Set());
  const [search, setSearch] = useState('');
  const handleClose = (): void => setDialog(null);
  const wanted = foldText(list.length < SEARCHED_FROM ? '' : search);
  const found = list.filter(({ name }) => foldText(name).includes(wanted));
  return (
    <>
      {list.length < SEARCHED_FROM ? null : (
        <div>
          <TextField
            label={words.find}
            type="search"
            value={search}
            maxLength={TEXT_LINE_MAX}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={typography.hint}>
            {wanted === '' ? null : words.found(found.length, list.length)}
          </p>
        </div>
      )}
      <ul className={layout.stack2}>
        {found.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isSelf={member.id === selfId}
            isManaged={isManaged}
            isChanged={changed.has(member.id)}
            onOpenDialog={setDialog}
          />
        ))}
      </ul>
      {dialog?.kind === 'portrait' ? <Portrait member={dialog.member} onClose={handleClose} /> : null}
      {dialog?.kind === 'privilege' ? (
        <PrivilegeSheet
          parcoursId={parcoursId}
          member={dialog.member}
          isSelf={dialog.member.id === selfId}
          onSet={() => setChanged((rest) => new Set(rest).add(dialog.member.id))}
          onClose={handleClose}
        />
      ) : null}
      {dialog?.kind === 'removal' ? (
        <ConfirmDialog
          words={words.removal(dialog.member.name)}
          onConfirm={async () => {
            await removeMember(parcoursId, dialog.member.id);
            showNotice(words.removed(dialog.member.name));
          }}
          onClose={handleClose}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}

/** A listed member; the privilege is missing if it is unknown. */
type ListedMember = Member & Partial<Pick<ParcoursMember, 'privilege' | 'role'>>;

/** The dialog that a row of the member list opens, and its member. */
type MemberDialog =
  | { readonly kind: 'portrait'; readonly member: Member }
  | { readonly kind: 'privilege' | 'removal'; readonly member: ParcoursMember };

/** A member: their avatar, name and privilege, and for managers the menu. */
function MemberRow({
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
          <span className={typography.hint}>
            <span lang="en">{privilegeStrings[privilege]}</span>
            {isSelf ? ` · ${words.you}` : null}
            {role !== undefined && isLimitedByRole(role, privilege) ? ` · ${roleStrings.limits.row}` : null}
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
            { label: words.setPrivilege, Icon: ShieldCheck, act: () => onOpenDialog({ kind: 'privilege', member }) },
            !isSelf && {
              label: words.remove,
              Icon: UserRoundMinus,
              danger: true,
              act: () => onOpenDialog({ kind: 'removal', member }),
            },
          ]}
        />
      ) : null}
    </li>
  );
}

/** Describes what a changed privilege allows a member, within the limits of their account. No `name` for oneself. */
function describeRights(name: string | null, role: Role, privilege: Privilege): string {
  const acts = [
    words.acts.listen,
    ...(mayDrop(role, privilege) ? [words.acts.drop] : []),
    ...(mayEditParcours(role, privilege) ? [words.acts.edit] : []),
    ...(mayManageParcours(role, privilege) ? [words.acts.manage] : []),
  ];
  return name === null ? words.youMayNow(acts) : words.mayNow(name, acts);
}

function Portrait({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  return (
    <Lightbox title={member.name} onClose={onClose}>
      <div className={styles.portrait}>
        <Avatar name={member.name} picture={member.picture} sizePx="100%" alt={member.name} />
      </div>
    </Lightbox>
  );
}
