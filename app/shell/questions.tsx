import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { answerLogout, leaving } from '../account/leaving.ts';
import { deviceStorage } from '../drops/device-storage.ts';
import { outbox } from '../drops/drop-services.ts';
import { memoryStrings, outboxStrings } from '../drops/outbox/outbox-words.ts';
import { packStrings } from '../packs/packs-words.ts';
import { wordsFor } from '../page/error-words.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { answerRestart, restartQuestion } from '../walk/walk-dialogs.ts';
import { walkStrings } from '../walk/walk-words.ts';

/** Confirms a logout that would leave behind, lose, end or remove data of this person on this device. */
export function LogoutQuestion() {
  const { isAsked, drafts, isRecording, packs } = useSnapshot(leaving);
  const { unsent: drops } = useSnapshot(outbox);
  const navigate = useNavigate();
  const words = outboxStrings;
  const lasting = useSnapshot(deviceStorage).isLasting ? words : memoryStrings;
  if (!isAsked) return null;
  const description = [
    drops > 0 ? lasting.logoutText(drops) : null,
    drafts > 0 ? words.logoutDrafts(drafts) : null,
    isRecording ? lasting.logoutRecording : null,
    packs > 0 ? packStrings.logout(packs) : null,
  ];
  return (
    <ConfirmDialog
      words={{
        title: drops > 0 ? words.logoutTitle : words.logoutTitleWithoutDrops,
        description: description.filter((text) => text !== null).join(' '),
        confirm: words.logoutConfirm,
        cancel: words.logoutDeny,
      }}
      onConfirm={async () => {
        answerLogout(true);
        navigate(paths.root);
      }}
      onClose={() => answerLogout(false)}
      wordsFor={wordsFor}
    />
  );
}

/** Asks before restarting a parcours, which discards what was heard of it. */
export function RestartQuestion() {
  const { restart } = useSnapshot(restartQuestion);
  if (restart === null) return null;
  return (
    <ConfirmDialog
      words={{
        title: walkStrings.restartTitle,
        description: walkStrings.restartHint,
        confirm: walkStrings.restartConfirm,
      }}
      onConfirm={async () => answerRestart(true)}
      onClose={() => answerRestart(false)}
      wordsFor={String}
    />
  );
}
