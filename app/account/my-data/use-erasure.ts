import { useNavigate } from 'react-router-dom';
import type { DropsChoice, ErasurePlan } from '../../../contracts/erasure.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { useAction } from '../../ui/use-action.ts';
import { eraseMyAccount } from './erase-account.ts';
import { myDataStrings } from './my-data-words.ts';

/**
 * Returns the deletion of the account as planned, confirmed with `proof` of the kind that the server requires; it ends
 * at the login. Calls `onStale` instead if more would now be deleted than was shown.
 */
export function useErasure({ confirmBy, lost }: ErasurePlan, onStale: () => void) {
  const words = myDataStrings.erasure;
  const navigate = useNavigate();
  const { busy, failure, run } = useAction((error) => {
    const isWrong = error instanceof ApiError && WRONG.includes(error.code);
    if (!isWrong) return wordsFor(error);
    return confirmBy === 'email' ? words.wrongEmail : words.wrongPassword;
  });
  const erase = (drops: DropsChoice, proof: string): Promise<void> =>
    run(async () => {
      const shown = lost.map(({ id }) => id);
      try {
        await eraseMyAccount({ drops, lost: shown, ...(confirmBy === 'nothing' ? {} : { [confirmBy]: proof }) });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
        onStale();
        return;
      }
      showNotice(confirmBy === 'nothing' ? words.guestDone : words.done);
      navigate(paths.root);
    });
  return { busy, failure, erase };
}

/** The server's errors for a wrong confirmation: a wrong password, or an invalid address. */
const WRONG: readonly string[] = ['invalid_credentials', 'invalid_request'];
