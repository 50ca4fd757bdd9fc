import { useState } from 'react';

/**
 * Runs an asynchronous action of a component, and returns whether it is running and the words of its last failure.
 *
 * @param wordsFor maps the action's errors to words
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
