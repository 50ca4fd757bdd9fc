import { useCallback, useEffect, useState } from 'react';

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

/** Reads a value when the component is first shown; `retry` reads it again. `read` must stay the same function. */
export function useLoad<Value>(read: () => Promise<Value>) {
  const [{ value, failure }, setState] = useState<{ readonly value?: Value; readonly failure?: unknown }>({});
  const retry = useCallback(() => {
    setState({});
    read().then(
      (value) => setState({ value }),
      (failure: unknown) => setState({ failure }),
    );
  }, [read]);
  useEffect(retry, [retry]);
  return { value, failure, retry };
}
