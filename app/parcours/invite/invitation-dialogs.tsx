import type { OpenInvite } from '../../../contracts/invite.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { strings } from '../../ui/common-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { mapPanes } from '../parcours-panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import { revokeInvitation } from './invitations.ts';
import { InviteLink } from './invite-link.tsx';
import styles from './invite-maker.module.css';
import { sharingStrings } from './sharing-words.ts';

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
