import { useState } from 'react';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { strings } from '../../ui/common-words.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { mapPanes } from '../parcours-panes-words.ts';
import { type ListedMember, type MemberDialog, MemberRow } from './member-row.tsx';
import styles from './members.module.css';
import { removeMember } from './members.ts';
import { Portrait } from './portrait.tsx';
import { PrivilegeSheet } from './privilege-sheet.tsx';

const words = mapPanes.members;

/**
 * The members of a parcours; a tap on an avatar shows it in full size. Managers change the privilege of others and
 * remove them; until the screen is left, a changed row shows what its member may now do. Leaving a parcours oneself is
 * in the maps screen.
 */
export function MemberList({
  mapId,
  list,
  selfId,
  isManaged,
}: {
  readonly mapId: ParcoursId;
  readonly list: readonly ListedMember[];
  /** The person viewing the list. */
  readonly selfId: UserId;
  /** Whether that person may manage it. */
  readonly isManaged: boolean;
}) {
  const [dialog, setDialog] = useState<MemberDialog | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<UserId>>(new Set());
  const handleClose = (): void => setDialog(null);
  return (
    <>
      <ul className={styles.members}>
        {list.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isSelf={member.id === selfId}
            isManaged={isManaged}
            isChanged={changed.has(member.id)}
            onOpenDialog={setDialog}
          />
        ))}
      </ul>
      {dialog?.kind === 'portrait' ? <Portrait member={dialog.member} onClose={handleClose} /> : null}
      {dialog?.kind === 'privilege' ? (
        <PrivilegeSheet
          mapId={mapId}
          member={dialog.member}
          isSelf={dialog.member.id === selfId}
          onSet={() => setChanged((rest) => new Set(rest).add(dialog.member.id))}
          onClose={handleClose}
        />
      ) : null}
      {dialog?.kind === 'removal' ? (
        <ConfirmDialog
          words={{ ...words.removal(dialog.member.name), cancel: strings.app.cancel }}
          onConfirm={async () => {
            await removeMember(mapId, dialog.member.id);
            showNotice(words.removed(dialog.member.name));
          }}
          onClose={handleClose}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}
