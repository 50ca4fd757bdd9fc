import { useId } from 'react';
import { useSnapshot } from 'valtio';
import { offerOf, wantedOf } from '../../contracts/pick-telling.ts';
import { TELLING_KINDS } from '../../contracts/telling.ts';
import { Hint } from '../ui/hint.tsx';
import { langOf, shownLanguage } from '../ui/language.ts';
import { nameInItself } from '../ui/language-names.ts';
import layout from '../ui/layout.module.css';
import { SelectField } from '../ui/select-field.tsx';
import { choice, chooseTelling } from './choice.ts';
import { nameKind, tellingStrings } from './tellings-words.ts';
import { words } from './words.ts';

/** Whether the parcours in use have more than one version to choose from. */
export function useHasVersions(): boolean {
  const { languages, kinds } = offerOf([...useSnapshot(words).byMap.values()]);
  return languages.length > 1 || kinds.length > 1;
}

/** The choice of language and kind of the stories, of those that the parcours in use have; nothing to choose, nothing shown. */
export function VersionChoice() {
  const inUse = [...useSnapshot(words).byMap.values()];
  const { wanted } = useSnapshot(choice);
  const hintId = useId();
  const { languages, kinds } = offerOf(inUse);
  const [first] = inUse;
  if (first === undefined || (languages.length < 2 && kinds.length < 2)) return null;
  // What is wanted of the first one in use: it may lack a chosen language, which then stays among the options.
  const { language } = wantedOf(wanted, shownLanguage(), first);
  return (
    <div className={layout.stack3}>
      {languages.length > 1 && (
        <SelectField
          label={tellingStrings.language}
          aria-describedby={hintId}
          value={language}
          options={[...new Set([...languages, language])].map((value) => ({
            value,
            label: nameInItself(value),
            ...withLang(value),
          }))}
          onChange={({ target }) => chooseTelling({ ...wanted, language: target.value })}
        />
      )}
      {kinds.length > 1 && (
        <SelectField
          label={tellingStrings.kind}
          aria-describedby={hintId}
          value={kinds.includes(wanted.kind) ? wanted.kind : 'standard'}
          options={kinds.map((value) => ({ value, label: nameKind(value) }))}
          onChange={({ target }) =>
            chooseTelling({ ...wanted, kind: TELLING_KINDS.find((kind) => kind === target.value) ?? 'standard' })
          }
        />
      )}
      <Hint id={hintId}>{tellingStrings.versionHint}</Hint>
    </div>
  );
}

function withLang(language: string): { lang?: string } {
  const lang = langOf(language);
  return lang === undefined ? {} : { lang };
}
