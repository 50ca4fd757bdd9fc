import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { invitations, loadInvitations, revokeInvitation } from '../../state/maps/invitations.ts';
import { showNotice } from '../../state/page/notices.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../../words/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './invite-maker.module.css';

const words = mapPanes.invitations;

/** The invitations to a parcours that still work, each with the way to end it. */
export function InvitationList({ mapId }: { readonly mapId: ParcoursId }) {
  const state = useSnapshot(invitations);
  const [asked, setAsked] = useState<Pick<OpenInvite, 'id' | 'privilege'> | null>(null);
  useEffect(() => {
    void loadInvitations(mapId);
  }, [mapId]);
  // Until the effect has run, another map's may stand there.
  const {
    list: known,
    status,
    failure,
  } = state.mapId === mapId ? state : { list: [], status: 'loading', failure: null };

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
      {status === 'loading' && known.length === 0 && <Spinner label={words.loading} />}
      {status === 'ready' && known.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {known.length > 0 && (
        <ul className={styles.invitations}>
          {known.map((invitation) => (
            <li key={invitation.id} className={styles.invitation}>
              <p className={styles.about}>
                <span>
                  <strong lang="en">{strings.privileges[invitation.privilege]}</strong> {words.by(invitation.inviter)}
                </span>
                <span className={styles.hint}>
                  {words.since(dayOf(invitation.createdAt))},{' '}
                  {invitation.expiresAt === null ? words.endless : words.until(dayOf(invitation.expiresAt))}
                </span>
              </p>
              <Button
                variant="danger"
                aria-label={words.revokeOne(invitation.privilege, invitation.inviter)}
                onClick={() => setAsked(invitation)}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          words={{ ...words.revocation, cancel: strings.app.cancel }}
          onConfirm={async () => {
            await revokeInvitation(asked);
            showNotice(words.revoked);
          }}
          onClose={() => setAsked(null)}
          wordsFor={wordsFor}
        />
      )}
    </div>
  );
}

/** The day of an ISO 8601 time where the person is. */
function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('fr-FR', { dateStyle: 'medium' });
}
