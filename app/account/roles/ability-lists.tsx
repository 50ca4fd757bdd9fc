import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { listAbilities } from './abilities.ts';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

/** What a person may do on a map, and what the role editor would add. */
export function AbilityLists({ role, privilege }: { readonly role: Role; readonly privilege: Privilege }) {
  const { can, lacks } = listAbilities(role, privilege);
  const words = roleStrings.abilities;
  return (
    <>
      <List title={words.can} texts={can} icon={<Check size={18} aria-hidden />} />
      <List title={words.lacks} texts={lacks} icon={<Lock size={18} aria-hidden />} />
    </>
  );
}

function List({
  title,
  texts,
  icon,
}: {
  readonly title: string;
  readonly texts: readonly string[];
  readonly icon: ReactNode;
}) {
  if (texts.length === 0) return null;
  return (
    <div className={styles.abilities}>
      <p className={styles.subheading}>{title}</p>
      <ul className={styles.list}>
        {texts.map((text) => (
          <li key={text} className={styles.ability}>
            {icon}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
