import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { wordsFor } from '../platform/error-words.ts';
import { outboxStrings } from '../platform/strings/outbox.ts';
import { answerLogout, leaving } from '../state/leaving.ts';
import { countUnsent, outbox } from '../state/outbox-box.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Asks whoever logs out while drops wait on this device, wherever they did so. */
export function LogoutQuestion() {
  const { isAsked } = useSnapshot(leaving);
  const { items } = useSnapshot(outbox);
  const navigate = useNavigate();
  const words = outboxStrings;
  if (!isAsked) return null;
  return (
    <ConfirmDialog
      words={{
        title: words.logoutTitle,
        description: words.logoutText(countUnsent(items)),
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
