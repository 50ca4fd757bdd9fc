import { useSnapshot } from 'valtio';
import { strings } from '../ui/common-words.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { answerRestart, restartQuestion } from '../walk/walk-dialogs.ts';
import { walkStrings } from '../walk/walk-words.ts';

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
        cancel: strings.app.cancel,
      }}
      onConfirm={async () => answerRestart(true)}
      onClose={() => answerRestart(false)}
      wordsFor={String}
    />
  );
}
