import { useEffect, useRef, useState } from 'react';
import { type Address, type Geocoder, GeocoderError } from '../../platform/net/geocoder.ts';
import { Scope } from '../../platform/scope.ts';
import type { FailedSearch } from './search-words.ts';

/** Suggestions are fetched for more characters than this; fewer clear the list. */
const SEARCH_TEXT_MIN = 2;
/** Debounce of the geocoder's requests: a fast typist's keys are 150 to 200 ms apart. */
const SEARCH_DEBOUNCE_MS = 250;

/** State of a search for addresses. */
export interface AddressSearch {
  /** `idle` without a request; `done` with suggestions; `unknown` if nothing was found for a submitted text. */
  readonly status: 'idle' | 'looking' | 'done' | 'unknown' | 'failed';
  /** Empty while newer ones load, because a key must not choose a row that is about to change. */
  readonly addresses: readonly Address[];
  readonly failure: FailedSearch | null;
}

const NOTHING: AddressSearch = { status: 'idle', addresses: [], failure: null };
const LOOKING: AddressSearch = { ...NOTHING, status: 'looking' };

/**
 * Searches addresses during typing. A newer request aborts the previous one. `suggestedFor` is the text of the shown
 * suggestions, empty for none.
 *
 * @param onFound called with the address found for a submitted text.
 */
export function useSearch(geocoder: Geocoder, onFound: (address: Address) => void) {
  const [search, setSearch] = useState<AddressSearch>(NOTHING);
  const [suggestedFor, setSuggestedFor] = useState('');
  const running = useRef(new Scope());
  const repeat = useRef<() => void>(() => {});
  useEffect(() => () => running.current.dispose(), []);

  function restart(): Scope {
    running.current.dispose();
    running.current = new Scope();
    return running.current;
  }

  async function settle<Found>(
    wanted: FailedSearch['wanted'],
    request: Promise<Found>,
    signal: AbortSignal,
    show: (found: Found) => void,
  ) {
    try {
      const found = await request;
      if (!signal.aborted) show(found);
    } catch (error) {
      const fault = error instanceof GeocoderError ? error.fault : 'no-answer';
      if (!signal.aborted) setSearch({ status: 'failed', addresses: [], failure: { wanted, fault } });
    }
  }

  /** Fetches suggestions. Call it on each change of the text. */
  function suggest(text: string): void {
    const wanted = text.trim();
    if (wanted.length === SEARCH_TEXT_MIN) return;
    const scope = restart();
    const isLongEnough = wanted.length > SEARCH_TEXT_MIN;
    setSuggestedFor(isLongEnough ? wanted : '');
    if (!isLongEnough) {
      setSearch(NOTHING);
      return;
    }
    setSearch(LOOKING);
    const signal = scope.signal();
    const send = () =>
      void settle('suggestions', geocoder.suggest(wanted, signal), signal, (addresses) =>
        setSearch({ status: 'done', addresses, failure: null }),
      );
    repeat.current = () => suggest(text);
    scope.timeout(send, SEARCH_DEBOUNCE_MS);
  }

  function find(text: string): void {
    const wanted = text.trim();
    if (wanted === '') return;
    const signal = restart().signal();
    setSearch(LOOKING);
    repeat.current = () => find(text);
    void settle('address', geocoder.find(wanted, signal), signal, (address) => {
      setSearch({ status: address === null ? 'unknown' : 'idle', addresses: [], failure: null });
      if (address !== null) onFound(address);
    });
  }

  return { search, suggestedFor, suggest, find, retry: () => repeat.current() };
}
