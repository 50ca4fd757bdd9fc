import { proxy, ref } from 'valtio';

/** The open question whether to restart a parcours, and the action; null without one. Changed only in this file. */
export const restartQuestion = proxy<{ restart: (() => void) | null }>({ restart: null });

/** Asks before heard stories are forgotten. @param restart forgets them; called in the tap that confirms */
export function askRestart(restart: () => void): void {
  restartQuestion.restart = ref(restart);
}

/** Handles the answer to {@link askRestart}. */
export function answerRestart(isConfirmed: boolean): void {
  const { restart } = restartQuestion;
  restartQuestion.restart = null;
  if (isConfirmed) restart?.();
}

/** The check before a walk. The shell shows it. */
export const readySheet = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the check before a walk, or closes it. */
export function showReadySheet(isOpen: boolean): void {
  readySheet.isOpen = isOpen;
}
