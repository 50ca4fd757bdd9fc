import { QrCode as QrIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { absoluteUrl } from '../../platform/page/share.ts';
import { invitations, loadInvitations, revokeInvitation } from '../../state/maps/invitations.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';
import { sharingStrings } from '../../words/maps/sharing.ts';
import { strings } from '../../words/strings.ts';
import { InviteLink } from './invite-link.tsx';
import styles from './invite-maker.module.css';

const words = mapPanes.invitations;

/** The valid invitations to a parcours with their uses, each with its link for whoever made it, and a button to revoke it. */
export function InvitationList({ mapId, mapName }: { readonly mapId: ParcoursId; readonly mapName: string }) {
  const state = useSnapshot(invitations);
  const [revoked, setRevoked] = useState<Pick<OpenInvite, 'id' | 'privilege' | 'link'> | null>(null);
  const [shown, setShown] = useState<Pick<OpenInvite, 'privilege' | 'label' | 'link'> | null>(null);
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
                {invitation.label === null ? null : <strong>{invitation.label}</strong>}
                <span>
                  <PrivilegeName privilege={invitation.privilege} isTitle={invitation.label === null} />{' '}
                  {words.by(invitation.inviter)}
                </span>
                <span className={styles.hint}>
                  {words.since(dayOf(invitation.createdAt))},{' '}
                  {invitation.expiresAt === null ? words.endless : words.until(dayOf(invitation.expiresAt))},{' '}
                  {sharingStrings.uses(
                    invitation.uses,
                    invitation.lastUsedAt === null ? null : dayOf(invitation.lastUsedAt),
                  )}
                </span>
                {invitation.isOwn && invitation.link === null ? (
                  <span className={styles.hint}>{sharingStrings.noLink}</span>
                ) : null}
              </p>
              {invitation.link === null ? null : (
                <Button
                  variant="secondary"
                  icon={<QrIcon size={18} aria-hidden />}
                  aria-label={sharingStrings.showLinkOf(invitation.label ?? privilegeStrings[invitation.privilege])}
                  onClick={() => setShown(invitation)}
                >
                  {sharingStrings.showLink}
                </Button>
              )}
              <Button
                variant="danger"
                aria-label={
                  invitation.label === null
                    ? words.revokeOne(invitation.privilege, invitation.inviter)
                    : words.revokeLabelled(invitation.label)
                }
                onClick={() => setRevoked(invitation)}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown === null ? null : (
        <Sheet
          open
          onOpenChange={(open) => (open ? undefined : setShown(null))}
          title={sharingStrings.showLinkOf(shown.label ?? privilegeStrings[shown.privilege])}
          closeLabel={strings.app.close}
        >
          <div className={styles.maker}>
            <InviteLink
              link={absoluteUrl(shown.link ?? '')}
              mapName={mapName}
              isNew={false}
              privilege={shown.privilege}
              label={shown.label}
            />
          </div>
        </Sheet>
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

function PrivilegeName({ privilege, isTitle }: { readonly privilege: Privilege; readonly isTitle: boolean }) {
  const name = privilegeStrings[privilege];
  return isTitle ? <strong lang="en">{name}</strong> : <span lang="en">{name}</span>;
}

/** The day of an ISO 8601 time, in the device's time zone. */
function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('fr-FR', { dateStyle: 'medium' });
}
