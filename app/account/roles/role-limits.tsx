import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import {
  invitablePrivileges,
  isLimitedByRole,
  mayDrop,
  mayEditParcours,
  mayManageParcours,
  mayUseEditorTools,
} from '../../../contracts/permissions.ts';
import type { ParcoursId, Privilege, Role } from '../../../contracts/vocabulary.ts';
import { session } from '../../session/session.ts';
import layout from '../../ui/layout.module.css';
import { RoleRequestPart } from './role-request-part.tsx';
import styles from './roles.module.css';
import { roleStrings } from './roles-words.ts';

const words = roleStrings.abilities;

interface RoleLimitsProps {
  readonly parcoursId: ParcoursId;
  readonly privilege: Privilege;
  /** Where it stands: in the settings, with lists of what the account may do, or in the information, about 'Edit'. */
  readonly about: 'tools' | 'information';
}

/** Explains what the person's account doesn't allow on a map, with the request for it. Empty if it allows all. */
export function RoleLimits({ parcoursId, privilege, about }: RoleLimitsProps) {
  const { user } = useSnapshot(session);
  if (user === null || !isLimitedByRole(user.role, privilege)) return null;
  return (
    <section className={layout.panel}>
      {about === 'tools' ? <h2>{roleStrings.limits.title}</h2> : null}
      <p>{roleStrings.limits[about](privilege)}</p>
      {about === 'tools' && user.role !== 'guest' ? <AbilityLists role={user.role} privilege={privilege} /> : null}
      <RoleRequestPart role={user.role} parcoursId={parcoursId} />
    </section>
  );
}

/** Tells people who create a map what their account will allow on it. Renders nothing if it allows everything. */
export function CreatorNote() {
  const { user } = useSnapshot(session);
  if (user === null || !isLimitedByRole(user.role, 'admin')) return null;
  return (
    <section className={layout.panel}>
      <h2>{roleStrings.creator.title}</h2>
      <p>{roleStrings.creator.lead}</p>
      <AbilityLists role={user.role} privilege="admin" />
      <RoleRequestPart role={user.role} />
    </section>
  );
}

/** What a person may do on a map, and what the role editor would add. */
function AbilityLists({ role, privilege }: { readonly role: Role; readonly privilege: Privilege }) {
  const { can, lacks } = listAbilities(role, privilege);
  return (
    <>
      <List title={words.can} texts={can} icon={<Check size={18} aria-hidden />} />
      <List title={words.lacks} texts={lacks} icon={<Lock size={18} aria-hidden />} />
    </>
  );
}

interface ListProps {
  readonly title: string;
  readonly texts: readonly string[];
  readonly icon: ReactNode;
}

function List({ title, texts, icon }: ListProps) {
  if (texts.length === 0) return null;
  return (
    <div className={styles.abilities}>
      <p className={styles.subheading}>{title}</p>
      <ul className={layout.stack1}>
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

type Ability = 'drop' | 'manage' | 'tools' | 'edit';

const RULES: ReadonlyArray<readonly [Ability, (role: Role, privilege: Privilege) => boolean]> = [
  ['drop', mayDrop],
  ['manage', mayManageParcours],
  ['tools', mayUseEditorTools],
  ['edit', mayEditParcours],
];

/** Lists what a privilege allows on a map with a role, and what the role editor would add, derived from the rules. */
function listAbilities(role: Role, privilege: Privilege): { readonly can: string[]; readonly lacks: string[] } {
  const can = RULES.filter(([, allows]) => allows(role, privilege));
  const lacks = RULES.filter(([, allows]) => !allows(role, privilege) && allows('editor', privilege));
  const invites = invitablePrivileges(role, privilege);
  const lackedInvites = invitablePrivileges('editor', privilege).filter((offer) => !invites.includes(offer));
  return {
    can: [...can.map(([ability]) => words[ability]), ...(invites.length > 0 ? [words.invite(invites)] : [])],
    lacks: [
      ...lacks.map(([ability]) => words[ability]),
      ...(lackedInvites.length > 0 ? [words.invite(lackedInvites)] : []),
    ],
  };
}
