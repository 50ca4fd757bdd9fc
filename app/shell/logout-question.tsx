import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { wordsFor } from '../platform/net/error-words.ts';
import { keeping } from '../state/drops/keeping.ts';
import { outbox } from '../state/drops/own-drops.ts';
import { answerLogout, leaving } from '../state/leaving/leaving.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { memoryStrings } from '../words/drops/memory.ts';
import { outboxStrings } from '../words/drops/outbox.ts';
import { packStrings } from '../words/packs.ts';

/** Confirms a logout that would leave behind, lose, end or remove data of this person on this device. */
export function LogoutQuestion() {
  const { isAsked, drafts, isRecording, packs } = useSnapshot(leaving);
  const { unsent: drops } = useSnapshot(outbox);
  const navigate = useNavigate();
  const words = outboxStrings;
  const kept = useSnapshot(keeping).isLasting ? words : memoryStrings;
  if (!isAsked) return null;
  const description = [
    drops > 0 ? kept.logoutText(drops) : null,
    drafts > 0 ? words.logoutDrafts(drafts) : null,
    isRecording ? kept.logoutRecording : null,
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
