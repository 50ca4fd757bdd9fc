import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { places } from '../../places/places.ts';
import { runInSlices } from '../../platform/page/time-slices.ts';
import { Scope } from '../../platform/scope.ts';
import { choice } from '../../tellings/choice.ts';
import type { SaidHit } from '../../tellings/said-search.ts';
import { words } from '../../tellings/words.ts';
import { shownLanguage } from '../../ui/language.ts';

/** Most finds in what the places say: the search shows addresses below them. */
const SAID_MAX = 4;

/**
 * Finds a text in what the places in use say, in the walker's language first; nothing until all of that is indexed, which
 * is done in slices.
 */
export function useSaid(text: string): readonly SaidHit[] {
  const { list } = useSnapshot(places);
  const { byMap } = useSnapshot(words);
  const { wanted } = useSnapshot(choice);
  const [search, setSearch] = useState<{ readonly run: (text: string, language: string) => SaidHit[] } | null>(null);
  useEffect(() => {
    if (byMap.size === 0) return;
    const scope = new Scope();
    const signal = scope.signal();
    const index = async (): Promise<void> => {
      const { indexSaid, searchSaid } = await import('../../tellings/said-search.ts');
      const said = await runInSlices(indexSaid(list, byMap), signal);
      setSearch({ run: (wantedText, first) => searchSaid(said, wantedText, first, SAID_MAX) });
    };
    // Without it, names are found nevertheless.
    index().catch(() => {});
    return () => scope.dispose();
  }, [list, byMap]);
  const language = wanted.language ?? shownLanguage();
  return useMemo(() => search?.run(text, language) ?? [], [search, text, language]);
}
