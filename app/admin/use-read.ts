import { useEffect, useState } from 'react';
import { wordsFor } from '../page/error-words.ts';
import { useAction } from '../ui/use-action.ts';
import type { AdminPage } from './admin-calls.ts';

/** Reads a value when the component is first shown; `retry` reads it again. `read` must stay the same function. */
export function useRead<Value>(read: () => Promise<Value>) {
  const [value, setValue] = useState<Value | null>(null);
  const { failure, run } = useAction(wordsFor);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `run` is new with each rendering, and `tries` starts it again.
  useEffect(() => {
    void run(async () => setValue(await read()));
  }, [read, tries]);
  return { value, failure, retry: () => setTries(tries + 1) };
}

/**
 * Reads the pages of a list: the first when the component is first shown, and the next with each call of `readMore`. To
 * read another list, change the component's `key`.
 *
 * @returns `rows` are null until the first page has loaded
 */
export function usePages<Row>(read: (before: number | undefined) => Promise<AdminPage<Row>>) {
  const [page, setPage] = useState<AdminPage<Row> | null>(null);
  const { busy, failure, run } = useAction(wordsFor);
  const readMore = (): void => {
    void run(async () => {
      const { rows, next } = await read(page?.next ?? undefined);
      setPage({ rows: [...(page?.rows ?? []), ...rows], next });
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is read once.
  useEffect(readMore, []);
  return { rows: page?.rows ?? null, hasMore: page !== null && page.next !== null, busy, failure, readMore };
}
