import { AudioLines, BookOpenText, MapPin, QrCode, Search, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { foldText } from '../../../contracts/plain-text.ts';
import { codeStrings } from '../../codes/code-words.ts';
import { showCodeSheet } from '../../codes/codes.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { type Geocoder, SEARCH_TEXT_MAX } from '../../platform/net/geocoder.ts';
import { formatTime } from '../../platform/page/time.ts';
import { picked } from '../../tellings/picked.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EnglishStart } from '../../ui/english.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { writtenIn } from '../../ui/written-in.ts';
import { unmarkAddress } from './found-address.ts';
import styles from './search-bar.module.css';
import { describeFailedSearch, searchStrings } from './search-words.ts';
import { listSuggestions, type Suggestion, type SuggestionTargets } from './suggestions.ts';
import { useSaid } from './use-said.ts';
import { useSearch } from './use-search.ts';

interface SearchBarProps extends SuggestionTargets {
  readonly geocoder: Geocoder;
  /** The input takes the focus again whenever this changes. */
  readonly requests: number;
  /** Called when Escape is pressed with nothing left to close or clear. */
  readonly onClose: () => void;
}

/**
 * The search for places: a combobox (ARIA 1.2) with the parcours' own places, what they say, then addresses. Takes the
 * focus.
 */
export function SearchBar({ geocoder, requests, onPlace, onSaid, onAddress, onClose }: SearchBarProps) {
  const { list } = useSnapshot(picked);
  const { status } = useSnapshot(places);
  const [text, setText] = useState('');
  const [isListOpen, setListOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { search, suggestedFor, suggest, find, retry } = useSearch(geocoder, onAddress);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is for the focus.
  useEffect(() => input.current?.focus(), [requests]);

  const said = useSaid(suggestedFor);
  const suggestions = listSuggestions(suggestedFor, list, said, search.addresses, { onPlace, onSaid, onAddress });
  const isExpanded = isListOpen && suggestions.length > 0;
  const chosen = isExpanded ? suggestions[active] : undefined;
  const foundNothing = search.status === 'unknown' || (search.status === 'done' && suggestions.length === 0);

  function changeText(next: string): void {
    setText(next);
    // A new search makes the marked address obsolete.
    unmarkAddress();
    setActive(-1);
    setListOpen(true);
    suggest(next);
  }

  function clear(): void {
    changeText('');
    input.current?.focus();
  }

  function tryAgain(): void {
    // The button, which had the focus, disappears with the error.
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

  function handleKey(event: KeyboardEvent): void {
    // Keys belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return;
    const move = (to: number): void => {
      event.preventDefault();
      setListOpen(true);
      setActive(suggestions.length === 0 ? -1 : (to + suggestions.length) % suggestions.length);
    };
    if (event.key === 'ArrowDown') move(isExpanded ? active + 1 : 0);
    else if (event.key === 'ArrowUp') move(isExpanded && active > 0 ? active - 1 : -1);
    // Both move the cursor, as the ARIA pattern requires.
    else if (event.key === 'Home' || event.key === 'End') setActive(-1);
    else if (event.key === 'Enter') handleEnter(event);
    else if (event.key === 'Escape') handleEscape(event);
  }

  function handleEnter(event: KeyboardEvent): void {
    // Otherwise the same key would press the button that gets the focus.
    event.preventDefault();
    if (chosen === undefined) submit();
    else chosen.choose();
  }

  function handleEscape(event: KeyboardEvent): void {
    event.preventDefault();
    if (isExpanded) setListOpen(false);
    else if (text !== '') clear();
    else onClose();
  }

  return (
    <search className={layout.stack2}>
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
          placeholder={searchStrings.placeholder}
          aria-label={searchStrings.label}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${active}`}
          value={text}
          onChange={(event) => changeText(event.target.value)}
          onKeyDown={handleKey}
          onClick={() => setListOpen(true)}
          onBlur={() => setListOpen(false)}
        />
        {search.status === 'looking' && <Spinner size={18} />}
        {text !== '' && <IconButton label={searchStrings.clear} icon={<X size={18} aria-hidden />} onClick={clear} />}
      </div>
      <SuggestionList id={id} suggestions={suggestions} active={active} isExpanded={isExpanded} onKeyDown={handleKey} />
      <p role="status" className={foundNothing ? styles.nothing : 'visually-hidden'}>
        {foundNothing && searchStrings.nothing}
        {foundNothing && status !== 'ready' && list.length === 0 && ` ${searchStrings.withoutPlaces}`}
        {isExpanded && searchStrings.count(suggestions.length)}
        {!isExpanded && search.status === 'looking' && searchStrings.looking}
      </p>
      {text === '' && (
        <Button
          variant="secondary"
          className={styles.code}
          icon={<QrCode size={18} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => showCodeSheet(true)}
        >
          {codeStrings.open}
        </Button>
      )}
      {search.failure !== null && (
        <RetryAlert variant="quiet" onRetry={tryAgain}>
          <EnglishStart>{describeFailedSearch(search.failure)}</EnglishStart>
        </RetryAlert>
      )}
    </search>
  );
}

/** The listbox of the search field, whose options have the ids `id-0`, `id-1`, ... */
function SuggestionList({
  id,
  suggestions,
  active,
  isExpanded,
  onKeyDown,
}: {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the highlighted option; -1 for none. */
  readonly active: number;
  readonly isExpanded: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const hasSaid = suggestions.some(({ kind }) => kind === 'said');
  return (
    <div
      id={`${id}-list`}
      className={styles.list}
      role="listbox"
      aria-label={searchStrings.suggestions}
      hidden={!isExpanded}
    >
      {suggestions.map((suggestion, index) => (
        <Fragment key={suggestion.key}>
          {hasSaid && suggestion.kind !== 'place' && suggestion.kind !== suggestions[index - 1]?.kind && (
            <GroupHeading kind={suggestion.kind} />
          )}
          <div
            id={`${id}-${index}`}
            className={classNames(styles.option, index === active && styles.active)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            // Keeps the focus in the field, because losing it would close the list.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={suggestion.choose}
            onKeyDown={onKeyDown}
          >
            <SuggestionWords suggestion={suggestion} />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/** Tells what places say, and the addresses below it, from the names above. */
function GroupHeading({ kind }: { readonly kind: 'said' | 'address' }) {
  return (
    <div role="presentation" className={styles.group}>
      {kind === 'said' ? searchStrings.inStories : searchStrings.addresses}
    </div>
  );
}

function SuggestionWords({ suggestion: { kind, name, language, detail, hit } }: { readonly suggestion: Suggestion }) {
  const Icon = hit === null ? MapPin : hit.field === 'cue' ? AudioLines : BookOpenText;
  return (
    <>
      <Icon size={18} className={kind === 'address' ? styles.address : styles.ofParcours} aria-hidden />
      <span className={styles.words}>
        <span {...writtenIn(language)} className={classNames(typography.ellipsis, styles.name)}>
          {kind === 'address' ? name : formatPlaceName(name)}
        </span>
        {hit === null ? (
          (kind === 'place' || detail !== '') && (
            <span className={classNames(typography.ellipsis, typography.hint)}>
              {kind === 'place' ? searchStrings.ofParcours : detail}
            </span>
          )
        ) : (
          <span className={classNames(typography.twoLines, typography.hint)}>
            {hit.atMs !== null && `${searchStrings.saidAt(formatTime(hit.atMs / 1000))} `}
            <span {...writtenIn(hit.language)}>{searchStrings.quote(hit.excerpt)}</span>
          </span>
        )}
      </span>
    </>
  );
}
