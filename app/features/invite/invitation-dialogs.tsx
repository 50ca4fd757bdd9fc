import type { OpenInvite } from '../../../contracts/invite.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { revokeInvitation } from '../../state/maps/invitations.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';
import { sharingStrings } from '../../words/maps/sharing.ts';
import { strings } from '../../words/strings.ts';
import { InviteLink } from './invite-link.tsx';
import styles from './invite-maker.module.css';

/** The parts of an invitation that its dialogs need. */
export type ListedInvite = Pick<OpenInvite, 'id' | 'privilege' | 'label' | 'link'>;

/** Shows the link of an invitation again. */
export function LinkSheet({
  invitation: { privilege, label, link },
  mapName,
  onClose,
}: {
  readonly invitation: ListedInvite;
  readonly mapName: string;
  readonly onClose: () => void;
}) {
  if (link === null) return null;
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={sharingStrings.showLinkOf(label ?? privilegeStrings[privilege])}
      closeLabel={strings.app.close}
    >
      <div className={styles.maker}>
        <InviteLink path={link} mapName={mapName} privilege={privilege} label={label} isNew={false} />
      </div>
    </Sheet>
  );
}

/** Asks before an invitation is revoked. */
export function Revocation({
  invitation,
  onClose,
}: {
  readonly invitation: ListedInvite;
  readonly onClose: () => void;
}) {
  const words = mapPanes.invitations;
  return (
    <ConfirmDialog
      words={{ ...words.revocation, cancel: strings.app.cancel }}
      onConfirm={async () => {
        await revokeInvitation(invitation);
        showNotice(words.revoked);
      }}
      onClose={onClose}
      wordsFor={wordsFor}
    />
  );
}
