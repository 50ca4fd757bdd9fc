import type { Language } from '../../contracts/vocabulary.ts';
import styles from './language-choice.module.css';
import { Spinner } from './spinner.tsx';
import { useLanguage } from './use-language.ts';

/**
 * A quiet choice of the language, for screens without the menu.
 *
 * @param options each language in its own words
 * @param pending the chosen language while its words are loaded
 */
export function LanguageChoice({
  label,
  options,
  pending,
  onChoose,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Language; readonly label: string }[];
  readonly pending: Language | null;
  readonly onChoose: (language: Language) => void;
}) {
  const shown = useLanguage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div role="group" aria-label={label} className={styles.languages}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.value}
          className={styles.language}
          aria-pressed={option.value === (pending ?? shown)}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
          {option.value === pending ? <Spinner size={14} /> : null}
        </button>
      ))}
    </div>
  );
}
