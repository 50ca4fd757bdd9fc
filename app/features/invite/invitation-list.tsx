import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { invitations, loadInvitations, revokeInvitation } from '../../state/maps/invitations.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';
import { strings } from '../../words/strings.ts';
import styles from './invite-maker.module.css';

const words = mapPanes.invitations;

/** The valid invitations to a parcours, each with a button to revoke it. */
export function InvitationList({ mapId }: { readonly mapId: ParcoursId }) {
  const state = useSnapshot(invitations);
  const [revoked, setRevoked] = useState<Pick<OpenInvite, 'id' | 'privilege'> | null>(null);
  useEffect(() => {
    void loadInvitations(mapId);
  }, [mapId]);
  // Until the effect has run, the state may hold another map's.
  const { list, status, failure } =
    state.mapId === mapId ? state : { list: [], status: 'loading' as const, failure: null };

  return (
    <div className={styles.maker}>
      {status === 'failed' && (
        <Alert
          action={
            <Button variant="danger" onClick={() => void loadInvitations(mapId)}>
              {strings.app.retry}
            </Button>
          }
        >
          {words.failed(wordsFor(failure))}
        </Alert>
      )}
      {status === 'loading' && list.length === 0 && <Spinner label={words.loading} />}
      {status === 'ready' && list.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {list.length > 0 && (
        <ul className={styles.invitations}>
          {list.map((invitation) => (
            <li key={invitation.id} className={styles.invitation}>
              <p className={styles.about}>
                <span>
                  <strong lang="en">{privilegeStrings[invitation.privilege]}</strong> {words.by(invitation.inviter)}
                </span>
                <span className={styles.hint}>
                  {words.since(dayOf(invitation.createdAt))},{' '}
                  {invitation.expiresAt === null ? words.endless : words.until(dayOf(invitation.expiresAt))}
                </span>
              </p>
              <Button
                variant="danger"
                aria-label={words.revokeOne(invitation.privilege, invitation.inviter)}
                onClick={() => setRevoked(invitation)}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {revoked === null ? null : (
        <ConfirmDialog
          words={{ ...words.revocation, cancel: strings.app.cancel }}
          onConfirm={async () => {
            await revokeInvitation(revoked);
            showNotice(words.revoked);
          }}
          onClose={() => setRevoked(null)}
          wordsFor={wordsFor}
        />
      )}
    </div>
  );
}

/** The day of an ISO 8601 time, in the device's time zone. */
function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('fr-FR', { dateStyle: 'medium' });
}
