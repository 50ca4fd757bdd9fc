import { useSnapshot } from 'valtio';
import { answerRestart, restartQuestion } from '../state/walk/restart-question.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { walkStrings } from '../words/listen/walk.ts';
import { strings } from '../words/strings.ts';

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
