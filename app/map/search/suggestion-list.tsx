import { MapPin } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';
import styles from './search-bar.module.css';
import { searchStrings } from './search-words.ts';
import type { Suggestion } from './suggestions.ts';

/** The listbox of the search field, whose options have the ids `id-0`, `id-1`, ... */
export function SuggestionList({
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
  return (
    <div
      id={`${id}-list`}
      className={styles.list}
      role="listbox"
      aria-label={searchStrings.suggestions}
      hidden={!isExpanded}
    >
      {suggestions.map(({ key, name, detail, isPlace, choose }, index) => (
        <div
          key={key}
          id={`${id}-${index}`}
          className={classNames(styles.option, index === active && styles.active)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // Keeps the focus in the field, because losing it would close the list.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={choose}
          onKeyDown={onKeyDown}
        >
          <MapPin size={18} className={isPlace ? styles.ofParcours : styles.address} aria-hidden />
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            {detail !== '' && <span className={styles.detail}>{detail}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}
