import { useSnapshot } from 'valtio';
import { isHeldBack } from '../../../contracts/permissions.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { session } from '../../session/session.ts';
import { AbilityLists } from './ability-lists.tsx';
import { RoleRequestPart } from './role-request-part.tsx';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

/**
 * Explains what the person's account doesn't allow on a map, and lets them ask for it. Empty if it allows everything.
 */
export function HeldBack({
  mapId,
  privilege,
  about,
}: {
  readonly mapId: ParcoursId;
  readonly privilege: Privilege;
  /**
   * What is missing at this point: the tools in the settings, with all that is allowed, or 'Edit' in the information.
   */
  readonly about: 'tools' | 'information';
}) {
  const { user } = useSnapshot(session);
  if (user === null || !isHeldBack(user.role, privilege)) return null;
  return (
    <section className={styles.panel}>
      {about === 'tools' ? <h2 className={styles.heading}>{roleStrings.heldBack.title}</h2> : null}
      <p>{roleStrings.heldBack[about](privilege)}</p>
      {about === 'tools' && user.role !== 'guest' ? <AbilityLists role={user.role} privilege={privilege} /> : null}
      <RoleRequestPart role={user.role} mapId={mapId} />
    </section>
  );
}
