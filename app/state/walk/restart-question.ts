import { proxy, ref } from 'valtio';

/** The question whether a parcours is to be begun anew, and what that does; null while nobody asks. Changed by this file alone. */
export const restartQuestion = proxy<{ restart: (() => void) | null }>({ restart: null });

/** Asks before what was heard is forgotten. @param restart forgets it; called in the tap that confirms */
export function askRestart(restart: () => void): void {
  restartQuestion.restart = ref(restart);
}

/** The answer to {@link askRestart}. */
export function answerRestart(isConfirmed: boolean): void {
  const { restart } = restartQuestion;
  restartQuestion.restart = null;
  if (isConfirmed) restart?.();
}
