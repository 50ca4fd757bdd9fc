import { QrCode as QrIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EnglishStart } from '../../ui/english.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { formatDay } from '../../ui/number-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { parcoursPanes } from '../panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import { invitations, loadInvitations, revokeInvitation } from './invitations.ts';
import { InviteLink } from './invite-link.tsx';
import styles from './invite-maker.module.css';
import { sharingStrings } from './sharing-words.ts';

const words = parcoursPanes.invitations;

/** The valid invitations to a parcours with their uses, each with its link for its maker, and a button to revoke it. */
export function InvitationList({ parcoursId, mapName }: { readonly parcoursId: ParcoursId; readonly mapName: string }) {
  const state = useSnapshot(invitations);
  const [revoked, setRevoked] = useState<ListedInvite | null>(null);
  const [shown, setShown] = useState<ListedInvite | null>(null);
  useEffect(() => {
    void loadInvitations(parcoursId);
  }, [parcoursId]);
  // Until the effect has run, the state may contain another parcours's invitations.
  const { list, status, failure } =
    state.parcoursId === parcoursId ? state : { list: [], status: 'loading' as const, failure: null };

  return (
    <div className={layout.stack3}>
      {status === 'failed' && (
        <RetryAlert onRetry={() => loadInvitations(parcoursId)}>
          <EnglishStart>{words.failed(wordsFor(failure))}</EnglishStart>
        </RetryAlert>
      )}
      {status === 'loading' && list.length === 0 && <Spinner label={words.loading} />}
      {status === 'ready' && list.length === 0 && <Hint breaks>{words.none}</Hint>}
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
      {shown === null ? null : (
        <LinkSheet {...{ parcoursId, mapName }} invitation={shown} onClose={() => setShown(null)} />
      )}
      {revoked === null ? null : <Revocation invitation={revoked} onClose={() => setRevoked(null)} />}
    </div>
  );
}

/** An invitation: its label, privilege, dates and uses, with buttons to show its link to its maker and to revoke it. */
export function InvitationRow({
  invitation,
  onShow,
  onRevoke,
}: {
  readonly invitation: OpenInvite;
  readonly onShow: () => void;
  readonly onRevoke: () => void;
}) {
  const { privilege, label, inviter, isOwn, link, uses, lastUsedAt, createdAt, expiresAt } = invitation;
  return (
    <li className={styles.invitation}>
      <p className={styles.about}>
        {label === null ? null : <strong>{label}</strong>}
        <span>
          <PrivilegeName privilege={privilege} isTitle={label === null} /> {words.by(inviter)}
        </span>
        <Hint inline breaks>
          {words.since(formatDay(Date.parse(createdAt)))},{' '}
          {expiresAt === null ? words.endless : words.until(formatDay(Date.parse(expiresAt)))},{' '}
          {sharingStrings.uses(uses, lastUsedAt === null ? null : formatDay(Date.parse(lastUsedAt)))}
        </Hint>
        {isOwn && link === null ? (
          <Hint inline breaks>
            {sharingStrings.noLink}
          </Hint>
        ) : null}
      </p>
      <div className={layout.wrap}>
        {link === null ? null : (
          <Button
            variant="secondary"
            icon={<QrIcon size={18} aria-hidden />}
            aria-label={sharingStrings.showLinkOf(label ?? privilegeStrings[privilege])}
            onClick={onShow}
          >
            {sharingStrings.showLink}
          </Button>
        )}
        <Button
          variant="danger"
          aria-label={label === null ? words.revokeOne(privilege, inviter) : words.revokeLabelled(label)}
          onClick={onRevoke}
        >
          {words.revoke}
        </Button>
      </div>
    </li>
  );
}

function PrivilegeName({ privilege, isTitle }: { readonly privilege: Privilege; readonly isTitle: boolean }) {
  const name = privilegeStrings[privilege];
  return isTitle ? <strong lang="en">{name}</strong> : <span lang="en">{name}</span>;
}

/** The parts of an invitation that its dialogs need. */
type ListedInvite = Pick<OpenInvite, 'id' | 'privilege' | 'label' | 'link'>;

function LinkSheet({
  parcoursId,
  invitation: { privilege, label, link },
  mapName,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly invitation: ListedInvite;
  readonly mapName: string;
  readonly onClose: () => void;
}) {
  if (link === null) return null;
  return (
    <Sheet onClose={onClose} title={sharingStrings.showLinkOf(label ?? privilegeStrings[privilege])}>
      <div className={layout.stack3}>
        <InviteLink {...{ parcoursId, mapName, privilege, label }} path={link} isNew={false} />
      </div>
    </Sheet>
  );
}

function Revocation({ invitation, onClose }: { readonly invitation: ListedInvite; readonly onClose: () => void }) {
  return (
    <ConfirmDialog
      words={words.revocation}
      onConfirm={async () => {
        await revokeInvitation(invitation);
        showNotice(words.revoked);
      }}
      onClose={onClose}
      wordsFor={wordsFor}
    />
  );
}
