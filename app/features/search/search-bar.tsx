import { MapPin, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { Address, Geocoder } from '../../platform/net/geocoder.ts';
import { SEARCH_TEXT_MAX, SUGGESTIONS_MAX } from '../../platform/net/geocoder.ts';
import { places } from '../../state/places/places.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import { foldText, rankPlaces } from './rank-places.ts';
import styles from './search-bar.module.css';
import { useSearch } from './use-search.ts';

/** What the search bar works with, and what it tells. */
export interface SearchBarProps {
  readonly geocoder: Geocoder;
  /** A place of the parcours was chosen. */
  readonly onPlace: (place: Place) => void;
  readonly onAddress: (address: Address) => void;
  /** Escape was pressed with nothing left to close or clear. */
  readonly onClose: () => void;
}

interface Suggestion {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly isPlace: boolean;
  readonly choose: () => void;
}

/**
 * Search for a place: a combobox (ARIA 1.2) that suggests the parcours' own places first, which works without a network,
 * then addresses. It takes focus when it appears.
 */
export function SearchBar({ geocoder, onPlace, onAddress, onClose }: SearchBarProps) {
  const { list } = useSnapshot(places);
  const [text, setText] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { search, suggestedFor, suggest, find, retry } = useSearch(geocoder, onAddress);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);

  const suggestions = suggestedFor === '' ? [] : listSuggestions();
  const isExpanded = isListOpen && suggestions.length > 0;
  const chosen = isExpanded ? suggestions[active] : undefined;
  const foundNothing = search.status === 'unknown' || (search.status === 'done' && suggestions.length === 0);

  function listSuggestions(): Suggestion[] {
    const own = rankPlaces(list, suggestedFor, SUGGESTIONS_MAX).map(
      (place): Suggestion => ({
        key: `place ${place.id}`,
        name: place.appelation.trim() || UNTITLED_PLACE,
        detail: strings.search.ofParcours,
        isPlace: true,
        choose: () => onPlace(place),
      }),
    );
    const addresses = search.addresses.map(
      (address): Suggestion => ({
        key: `address ${address.name} ${address.detail}`,
        name: address.name,
        detail: address.detail,
        isPlace: false,
        choose: () => onAddress(address),
      }),
    );
    return [...own, ...addresses].slice(0, SUGGESTIONS_MAX);
  }

  function change(next: string): void {
    setText(next);
    setActive(-1);
    setListOpen(true);
    suggest(next);
  }

  function clear(): void {
    change('');
    input.current?.focus();
  }

  function tryAgain(): void {
    // The button goes with the fault; the text is where its focus came from.
    input.current?.focus();
    setListOpen(true);
    retry();
  }

  function submit(): void {
    setListOpen(false);
    const named = list.find((place) => foldText(text) !== '' && foldText(place.appelation) === foldText(text));
    if (named === undefined) find(text);
    else onPlace(named);
  }

  function onKey(event: KeyboardEvent): void {
    // While an input method composes a word, its keys are its own.
    if (event.nativeEvent.isComposing) return;
    const move = (to: number): void => {
      event.preventDefault();
      setListOpen(true);
      setActive(suggestions.length === 0 ? -1 : (to + suggestions.length) % suggestions.length);
    };
    if (event.key === 'ArrowDown') move(isExpanded ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isExpanded && active > 0 ? active - 1 : -1);
    // Both move within the text, as the pattern has it.
    else if (event.key === 'Home' || event.key === 'End') setActive(-1);
    else if (event.key === 'Enter') choose(event);
    else if (event.key === 'Escape') retreat(event);
  }

  function choose(event: KeyboardEvent): void {
    // The button that gets focus would be pressed by the same key.
    event.preventDefault();
    if (chosen === undefined) submit();
    else chosen.choose();
  }

  function retreat(event: KeyboardEvent): void {
    event.preventDefault();
    if (isExpanded) setListOpen(false);
    else if (text !== '') clear();
    else onClose();
  }

  return (
    <search className={styles.search}>
      <div className={styles.box}>
        <Search size={18} className={styles.icon} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_TEXT_MAX}
          placeholder={strings.search.placeholder}
          aria-label={strings.search.label}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKey}
          onClick={() => setListOpen(true)}
          onBlur={() => setListOpen(false)}
        />
        {search.status === 'looking' && <Spinner size={18} />}
        {text !== '' && <IconButton label={strings.search.clear} icon={<X size={18} aria-hidden />} onClick={clear} />}
      </div>
      <div
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={strings.search.suggestions}
        hidden={!isExpanded}
      >
        {suggestions.map((suggestion, index) => (
          <div
            key={suggestion.key}
            id={`${id}-${index}`}
            className={classNames(styles.option, index === active && styles.active)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // The text keeps its focus, and the list with it.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={suggestion.choose}
            onKeyDown={onKey}
          >
            <MapPin size={18} className={suggestion.isPlace ? styles.ofParcours : styles.address} aria-hidden />
            <span className={styles.words}>
              <span className={styles.name}>{suggestion.name}</span>
              {suggestion.detail !== '' && <span className={styles.detail}>{suggestion.detail}</span>}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className={foundNothing ? styles.nothing : 'visually-hidden'}>
        {foundNothing && strings.search.nothing}
        {isExpanded && strings.search.count(suggestions.length)}
        {!isExpanded && search.status === 'looking' && strings.search.looking}
      </p>
      {search.fault !== null && (
        <Alert
          lang="en"
          action={
            <Button variant="quiet" onClick={tryAgain}>
              {strings.app.retry}
            </Button>
          }
        >
          {search.fault}
        </Alert>
      )}
    </search>
  );
}
