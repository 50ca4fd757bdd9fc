import { useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { askToLogout } from '../../../state/leaving/leaving.ts';
import { endOtherSessions } from '../../../state/session/security.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { securityStrings } from '../../../words/account/security.ts';

/** Asks whether all sessions are to end, this one too. */
export function EndAllQuestion({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const handleConfirm = async (): Promise<void> => {
    await endOtherSessions();
    // This device's own ends by the logout, which asks first where something was not sent.
    if (askToLogout()) navigate(paths.root);
  };
  return (
    <ConfirmDialog
      words={securityStrings.sessions.question}
      onConfirm={handleConfirm}
      onClose={onClose}
      wordsFor={wordsFor}
    />
  );
}
