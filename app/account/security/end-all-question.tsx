import { useNavigate } from 'react-router-dom';
import { wordsFor } from '../../page/error-words.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { askToLogout } from '../leaving.ts';
import { endOtherSessions } from './security.ts';
import { securityStrings } from './security-words.ts';

/** Asks whether to end all sessions, including this one. */
export function EndAllQuestion({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const handleConfirm = async (): Promise<void> => {
    await endOtherSessions();
    // The logout ends this device's session; it asks first if there are unsent drops.
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
