import { Headphones, Mic, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { AVATARS_PER_ROW } from '../../../contracts/limits.ts';
import type { Parcours } from '../../../contracts/parcours.ts';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { Member } from '../../../contracts/user.ts';
import type { Role } from '../../../contracts/vocabulary.ts';
import { strings } from '../../platform/strings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './parcours.module.css';

/** A parcours as a row of a bundle: who is on it, its name, and the two toggles. */
export function ParcoursRow({
  parcours,
  role,
  isSelected,
  isBeingCreated,
  menu,
  onOpen,
  onToggleSelected,
  onToggleBeingCreated,
}: {
  readonly parcours: Pick<Parcours, 'name' | 'privilege' | 'user_count'> & { readonly users: readonly Member[] };
  /** The asking person's role. */
  readonly role: Role;
  readonly isSelected: boolean;
  readonly isBeingCreated: boolean;
  /** Stands at the row's end. */
  readonly menu?: ReactNode;
  readonly onOpen: () => void;
  readonly onToggleSelected: () => void;
  readonly onToggleBeingCreated: () => void;
}) {
  const { name, privilege, users, user_count } = parcours;
  const words = strings.parcours;
  const shown = users.slice(0, AVATARS_PER_ROW);
  return (
    <li className={classNames(styles.row, (isSelected || isBeingCreated) && styles.inUse)}>
      <span className={styles.avatars}>
        {shown.map((member) => (
          <Avatar key={member.id} name={member.name} picture={member.picture} sizePx={32} />
        ))}
        {shown.length === 0 ? (
          <span className={styles.nobody} aria-hidden>
            <UserRound size={18} />
          </span>
        ) : null}
      </span>
      <button type="button" className={styles.open} title={words.open} onClick={onOpen}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>
          <span lang="en">{strings.privileges[privilege]}</span>
          <span>{words.members(user_count)}</span>
        </span>
      </button>
      <IconButton
        lang="en"
        label={isSelected ? words.stopListening(name) : words.listen(name)}
        active={isSelected}
        icon={<Headphones size={20} aria-hidden />}
        onClick={onToggleSelected}
      />
      {mayDrop(role, privilege) ? (
        <IconButton
          lang="en"
          label={isBeingCreated ? words.stopEditing(name) : words.edit(name)}
          active={isBeingCreated}
          icon={<Mic size={20} aria-hidden />}
          onClick={onToggleBeingCreated}
        />
      ) : null}
      {menu}
    </li>
  );
}
