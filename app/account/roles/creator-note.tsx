import { useSnapshot } from 'valtio';
import { isHeldBack } from '../../../contracts/permissions.ts';
import { session } from '../../session/session.ts';
import { AbilityLists } from './ability-lists.tsx';
import { RoleRequestPart } from './role-request-part.tsx';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

/** Tells people who create a map what their account will allow on it. Renders nothing if it allows everything. */
export function CreatorNote() {
  const { user } = useSnapshot(session);
  if (user === null || !isHeldBack(user.role, 'admin')) return null;
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{roleStrings.creator.title}</h2>
      <p>{roleStrings.creator.lead}</p>
      <AbilityLists role={user.role} privilege="admin" />
      <RoleRequestPart role={user.role} />
    </section>
  );
}
