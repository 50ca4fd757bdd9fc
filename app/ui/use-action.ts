import { useState } from 'react';

/** Runs an action of a component; returns whether it runs, and the words of its last failure, by `wordsFor`. */
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
