import { QrCode as QrIcon } from 'lucide-react';
import type { OpenInvite } from '../../../contracts/invite.ts';
import type { Privilege } from '../../../contracts/vocabulary.ts';
import { formatDay } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { mapPanes } from '../parcours-panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import styles from './invite-maker.module.css';
import { sharingStrings } from './sharing-words.ts';

const words = mapPanes.invitations;

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
        <span className={styles.hint}>
          {words.since(formatDay(Date.parse(createdAt)))},{' '}
          {expiresAt === null ? words.endless : words.until(formatDay(Date.parse(expiresAt)))},{' '}
          {sharingStrings.uses(uses, lastUsedAt === null ? null : formatDay(Date.parse(lastUsedAt)))}
        </span>
        {isOwn && link === null ? <span className={styles.hint}>{sharingStrings.noLink}</span> : null}
      </p>
      <div className={styles.rowActs}>
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
