import { useEffect, useRef, useState } from 'react';
import type { Address, Geocoder } from '../../platform/net/geocoder.ts';
import { Scope } from '../../platform/scope.ts';

/** Suggestions start when more characters than this are typed; below it the list is cleared. */
const SEARCH_TEXT_MIN = 2;
/** Pause in typing before the geocoder is asked: keys of a quick typist come 150 to 200 ms apart. */
const SEARCH_DEBOUNCE_MS = 250;

/** What came of asking the geocoder. */
export interface AddressSearch {
  /** `idle` while there is nothing to ask; `done` with suggestions; `unknown` where a whole text means nothing. */
  readonly status: 'idle' | 'looking' | 'done' | 'unknown' | 'failed';
  /** None while newer ones are awaited: a key must not choose what is about to become another. */
  readonly addresses: readonly Address[];
  /** Why it failed, in words. */
  readonly fault: string | null;
}

const NOTHING: AddressSearch = { status: 'idle', addresses: [], fault: null };
const LOOKING: AddressSearch = { ...NOTHING, status: 'looking' };

/**
 * Asks a geocoder as somebody types. A newer question aborts the one before. `suggestedFor` is the text that suggestions
 * are shown for, empty for none.
 *
 * @param onFound given what a text was taken to mean.
 */
export function useSearch(geocoder: Geocoder, onFound: (address: Address) => void) {
  const [search, setSearch] = useState<AddressSearch>(NOTHING);
  const [suggestedFor, setSuggestedFor] = useState('');
  const asked = useRef(new Scope());
  const again = useRef<() => void>(() => {});
  useEffect(() => () => asked.current.dispose(), []);

  function renew(): Scope {
    asked.current.dispose();
    asked.current = new Scope();
    return asked.current;
  }

  async function settle<Found>(asking: Promise<Found>, signal: AbortSignal, keep: (found: Found) => void) {
    try {
      const found = await asking;
      if (!signal.aborted) keep(found);
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      if (!signal.aborted) setSearch({ status: 'failed', addresses: [], fault });
    }
  }

  /** To be told of each change of the text. */
  function suggest(text: string): void {
    const wanted = text.trim();
    if (wanted.length === SEARCH_TEXT_MIN) return;
    const scope = renew();
    const isLongEnough = wanted.length > SEARCH_TEXT_MIN;
    setSuggestedFor(isLongEnough ? wanted : '');
    if (!isLongEnough) {
      setSearch(NOTHING);
      return;
    }
    setSearch(LOOKING);
    const signal = scope.signal();
    const ask = () =>
      void settle(geocoder.suggest(wanted, signal), signal, (addresses) =>
        setSearch({ status: 'done', addresses, fault: null }),
      );
    again.current = () => suggest(text);
    scope.timeout(ask, SEARCH_DEBOUNCE_MS);
  }

  /** To be called with the whole text, when somebody asks for what it means. */
  function find(text: string): void {
    const wanted = text.trim();
    if (wanted === '') return;
    const signal = renew().signal();
    setSearch(LOOKING);
    again.current = () => find(text);
    void settle(geocoder.find(wanted, signal), signal, (address) => {
      setSearch({ status: address === null ? 'unknown' : 'idle', addresses: [], fault: null });
      if (address !== null) onFound(address);
    });
  }

  return { search, suggestedFor, suggest, find, retry: () => again.current() };
}
