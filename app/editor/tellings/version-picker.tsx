import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { ContentLanguage, TELLING_KINDS, TellingKind, tellingCode } from '../../../contracts/telling.ts';
import { nameKind, tellingStrings } from '../../tellings/tellings-words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { COMMON_LANGUAGES, listLanguages } from '../../ui/language-names.ts';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './tellings.module.css';
import { tellingsStrings as words } from './tellings-words.ts';
import { nameCode } from './version-words.ts';

/** Chooses one of the versions of a place, or adds one. */
export function VersionPicker({
  codes,
  unsaved,
  shown,
  first,
  onShow,
}: {
  readonly codes: readonly string[];
  /** Those with unsaved texts. */
  readonly unsaved: readonly string[];
  readonly shown: string;
  readonly first: string;
  readonly onShow: (code: string) => void;
}) {
  const [isAdding, setAdding] = useState(false);
  const name = (code: string): string => {
    const version = nameCode(code, first);
    return unsaved.includes(code) ? words.unsaved(version) : version;
  };
  return (
    <div className={layout.stack3}>
      <div className={styles.picker}>
        <SelectField
          className={layout.grow}
          label={tellingStrings.version}
          value={shown}
          options={codes.map((value) => ({ value, label: name(value) }))}
          onChange={({ target }) => onShow(target.value)}
        />
        {!isAdding && (
          <Button variant="secondary" icon={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {words.add.open}
          </Button>
        )}
      </div>
      {isAdding && (
        <AddForm
          first={first}
          onAdd={(code) => {
            setAdding(false);
            onShow(code);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
    </div>
  );
}

/** Value of the choice that leads to a field for the code. */
const OTHER = 'other';

/** Asks for the language and kind of a version. */
export function AddForm({
  first,
  onAdd,
  onCancel,
}: {
  readonly first: string;
  readonly onAdd: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const [language, setLanguage] = useState(first === 'en' ? 'fr' : 'en');
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<TellingKind>('standard');
  const [isRefused, setRefused] = useState(false);
  const ids = useId();
  const chosen = language === OTHER ? typed.trim().toLowerCase() : language;
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const isCode = ContentLanguage.safeParse(chosen).success;
    setRefused(!isCode);
    if (isCode) onAdd(tellingCode({ language: chosen, kind }));
  };
  return (
    <form className={styles.adding} onSubmit={add}>
      <SelectField
        autoFocus
        label={tellingStrings.language}
        value={language}
        options={[...listLanguages(COMMON_LANGUAGES), { value: OTHER, label: words.add.other }]}
        onChange={({ target }) => setLanguage(target.value)}
      />
      {language === OTHER && (
        <div className={layout.stack1}>
          <TextField
            label={words.add.code}
            value={typed}
            maxLength={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            invalid={isRefused}
            describedBy={`${ids}-fault`}
            aria-describedby={`${ids}-hint`}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Hint id={`${ids}-hint`}>{words.add.codeHint}</Hint>
        </div>
      )}
      {isRefused && <Alert id={`${ids}-fault`}>{words.add.badCode}</Alert>}
      <SelectField
        label={tellingStrings.kind}
        value={kind}
        options={TELLING_KINDS.map((value) => ({ value, label: nameKind(value) }))}
        onChange={({ target }) => setKind(TellingKind.parse(target.value))}
      />
      <div className={layout.wrapEnd}>
        <Button variant="quiet" onClick={onCancel}>
          {words.add.cancel}
        </Button>
        <Button type="submit">{words.add.confirm}</Button>
      </div>
    </form>
  );
}
