import { UserRoundPlus } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { invitablePrivileges, mayManageParcours } from '../../contracts/permissions.ts';
import { wordsFor } from '../page/error-words.ts';
import { MemberList } from '../parcours/members/member-list.tsx';
import { loadMembers, members } from '../parcours/members/members.ts';
import { PrivilegeGuide } from '../parcours/members/privileges.tsx';
import { paneStrings, parcoursPanes } from '../parcours/panes-words.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { parcoursStrings } from '../parcours/parcours-words.ts';
import { session } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Spinner } from '../ui/spinner.tsx';
import styles from './panes.module.css';

/**
 * The members of the parcours, with a link to invite more. Until all are loaded, and offline, those in the list of
 * parcours are shown.
 */
export function MembersSection({ onInvite }: { readonly onInvite: () => void }) {
  const { user } = useSnapshot(session);
  const chosen = findSelected(useSnapshot(parcours));
  const { mapId, list, status, failure } = useSnapshot(members);
  if (chosen === undefined || user === null) return null;
  const isLoaded = mapId === chosen.id;
  const words = parcoursPanes.members;
  return (
    <section className={styles.people} aria-busy={status === 'loading'}>
      <div>
        <h2 className={styles.heading}>{paneStrings.members}</h2>
        <p className={styles.count}>
          {parcoursStrings.people(isLoaded ? list.length : chosen.user_count, chosen.guest_count ?? 0)}
        </p>
      </div>
      {invitablePrivileges(user.role, chosen.privilege).length > 0 && (
        <Button variant="secondary" wide icon={<UserRoundPlus size={18} aria-hidden />} onClick={onInvite}>
          {paneStrings.invite}
        </Button>
      )}
      {status === 'failed' && (
        <Alert
          action={
            <Button variant="danger" onClick={() => void loadMembers(chosen.id)}>
              {strings.app.retry}
            </Button>
          }
        >
          {words.failed(wordsFor(failure))}
        </Alert>
      )}
      <MemberList
        key={chosen.id}
        mapId={chosen.id}
        list={isLoaded ? list : chosen.users}
        selfId={user.id}
        isManaged={isLoaded && mayManageParcours(user.role, chosen.privilege)}
      />
      <PrivilegeGuide />
      {status === 'loading' && !isLoaded && <Spinner label={words.loading} />}
    </section>
  );
}
