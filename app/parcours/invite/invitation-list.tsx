import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { mapPanes } from '../parcours-panes-words.ts';
import { LinkSheet, type ListedInvite, Revocation } from './invitation-dialogs.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { invitations, loadInvitations } from './invitations.ts';
import styles from './invite-maker.module.css';

const words = mapPanes.invitations;

/** The valid invitations to a parcours with their uses, each with its link for its maker, and a button to revoke it. */
export function InvitationList({ mapId, mapName }: { readonly mapId: ParcoursId; readonly mapName: string }) {
  const state = useSnapshot(invitations);
  const [revoked, setRevoked] = useState<ListedInvite | null>(null);
  const [shown, setShown] = useState<ListedInvite | null>(null);
  useEffect(() => {
    void loadInvitations(mapId);
  }, [mapId]);
  // Until the effect has run, the state may contain another map's invitations.
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
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              onShow={() => setShown(invitation)}
              onRevoke={() => setRevoked(invitation)}
            />
          ))}
        </ul>
      )}
      {shown === null ? null : <LinkSheet invitation={shown} mapName={mapName} onClose={() => setShown(null)} />}
      {revoked === null ? null : <Revocation invitation={revoked} onClose={() => setRevoked(null)} />}
    </div>
  );
}
