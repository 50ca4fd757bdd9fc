import { useState } from 'react';

/**
 * An asynchronous action of a component: whether it is running, and the words for why it last failed.
 *
 * @param wordsFor maps what the action throws to words
 */
export function useAction(wordsFor: (error: unknown) => string) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(wordsFor(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, setFailure, run };
}
