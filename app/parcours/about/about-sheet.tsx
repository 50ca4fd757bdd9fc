import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { LICENCES, type ParcoursAbout } from '../../../contracts/telling.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { guardPage } from '../../page/busy.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { onHidden } from '../../platform/page/page-events.ts';
import { inScope } from '../../platform/scope.ts';
import { keepsWords, storeWordsNow } from '../../platform/storage/unsaved.ts';
import { tellingStrings } from '../../tellings/tellings-words.ts';
import { refreshWords } from '../../tellings/words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { shownLocale } from '../../ui/language.ts';
import { COMMON_LANGUAGES, labelLanguage, listLanguages } from '../../ui/language-names.ts';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import { writtenIn } from '../../ui/written-in.ts';
import styles from './about.module.css';
import {
  type AboutFault,
  type AboutFields,
  type Clash,
  DIFFICULTIES,
  fieldsOf,
  mayTranslate,
  type TranslationFields,
} from './about-fields.ts';
import { aboutStrings as words } from './about-words.ts';
import {
  AboutClashError,
  AboutFaultError,
  aboutEdits,
  editAbout,
  endAbout,
  readAbout,
  resumeAbout,
  saveAbout,
} from './parcours-about.ts';

/** What visitors should know of a parcours, for people who may edit it. Unsaved changes stay when it is closed. */
export function AboutSheet({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const { value, failure, retry } = useLoad(useCallback(() => readAbout(parcoursId), [parcoursId]));
  const isUnsaved = useSnapshot(aboutEdits).byMap[parcoursId] !== undefined;
  useEffect(() => (isUnsaved ? guardPage('edit') : undefined), [isUnsaved]);
  useEffect(() => inScope((scope) => onHidden(scope, storeWordsNow)), []);
  const close = (): void => {
    storeWordsNow();
    if (isUnsaved) showNotice(keepsWords() ? words.kept : words.notKept, { tone: 'info' });
    onClose();
  };
  return (
    <Sheet title={words.title} description={words.hint} onClose={close}>
      {value === undefined && failure === undefined && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      {failure !== undefined && <RetryAlert onRetry={retry}>{words.loadFailed(wordsFor(failure))}</RetryAlert>}
      {value !== undefined && <AboutForm parcoursId={parcoursId} loaded={value} onSaved={onClose} />}
    </Sheet>
  );
}

function toFields(about: ParcoursAbout): AboutFields {
  return fieldsOf(about, (value) => value.toLocaleString(shownLocale(), { useGrouping: false }));
}

function AboutForm({
  parcoursId,
  loaded,
  onSaved,
}: {
  readonly parcoursId: ParcoursId;
  readonly loaded: ParcoursAbout;
  readonly onSaved: () => void;
}) {
  const [was, setWas] = useState(loaded);
  const saved = toFields(was);
  const edit = useSnapshot(aboutEdits).byMap[parcoursId];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what was loaded.
  useEffect(() => resumeAbout(parcoursId, saved), [parcoursId]);
  const now: AboutFields = edit?.now ?? saved;
  const change = (changed: Partial<AboutFields>): void => editAbout(parcoursId, saved, changed);
  const [fault, setFault] = useState<AboutFault | null>(null);
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const { busy, failure, run } = useAction(wordsForFailure);
  const form = useRef<HTMLFormElement>(null);
  const faultId = useId();
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    setFault(null);
    setClashes([]);
    void run(async () => {
      try {
        await saveAbout(parcoursId, was, now, toFields);
      } catch (error) {
        if (error instanceof AboutClashError) {
          setWas(error.saved);
          setClashes(error.clashes);
          return;
        }
        if (!(error instanceof AboutFaultError)) throw error;
        setFault(error.fault);
        focusOn(form.current, error.fault);
        return;
      }
      showNotice(words.saved);
      void refreshWords();
      onSaved();
    });
  };
  const marked = fault === null ? null : nameOf(fault);
  const text = (name: keyof typeof NAMED, hint?: string) => (
    <Fact
      key={name}
      name={name}
      label={labelOf(name)}
      hint={hint}
      value={now[name]}
      isNumber={NAMED[name]}
      invalid={marked === name}
      describedBy={faultId}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const choice = (
    name: 'difficulty' | 'hasSteps' | 'licence',
    options: readonly { value: string; label: string }[],
  ) => (
    <SelectField
      label={labelOf(name)}
      value={now[name]}
      options={[{ value: '', label: words.unknown }, ...options]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <form ref={form} className={layout.stack4} noValidate aria-busy={busy} onSubmit={save}>
      <Part title={words.languagePart}>
        <SelectField
          label={words.language}
          value={now.language}
          options={listLanguages([...new Set([...COMMON_LANGUAGES, now.language])])}
          onChange={({ target }) => change({ language: target.value })}
        />
        <Hint>{words.languageHint}</Hint>
      </Part>
      <Part title={words.factsPart}>
        {text('authors', words.authorsHint)}
        <div className={styles.pair}>
          {text('lengthM')}
          {text('durationMin')}
        </div>
        <div className={styles.pair}>
          {choice(
            'difficulty',
            DIFFICULTIES.map((value) => ({ value, label: tellingStrings.difficulties[value] })),
          )}
          {choice('hasSteps', [
            { value: 'no', label: words.withoutSteps },
            { value: 'yes', label: words.withSteps },
          ])}
        </div>
        {text('surface', words.surfaceHint)}
        {text('widthCm')}
        {text('toilets')}
        {text('transport')}
        {text('emergency')}
      </Part>
      <Part title={words.licencePart}>
        {choice(
          'licence',
          LICENCES.map((value) => ({ value, label: nameTerms(value) })),
        )}
      </Part>
      <Translations now={now} marked={marked} faultId={faultId} onChange={(translations) => change({ translations })} />
      {fault !== null && <Alert id={faultId}>{wordsForFault(fault, now)}</Alert>}
      {clashes.length > 0 && <Alert>{words.clash(clashes.map(nameClash).join(', '))}</Alert>}
      {failure !== null && <Alert>{failure}</Alert>}
      <div className={layout.stack2}>
        <Button type="submit" wide busy={busy} disabled={!busy && edit === undefined}>
          {words.save}
        </Button>
        {edit !== undefined && !busy && (
          <Button
            variant="quiet"
            onClick={() => {
              setFault(null);
              setClashes([]);
              endAbout(parcoursId);
            }}
          >
            {words.discard}
          </Button>
        )}
      </div>
    </form>
  );
}

/** The fields that are typed; true for numbers. */
const NAMED = {
  ...{ authors: false, surface: false, toilets: false, transport: false, emergency: false },
  ...{ lengthM: true, durationMin: true, widthCm: true },
} as const;

/** The label of a fact: that of the visitors, where it fits a field. */
function labelOf(name: keyof typeof NAMED | 'difficulty' | 'hasSteps' | 'licence'): string {
  const isTheirs = name === 'difficulty' || name === 'surface' || name === 'toilets';
  return isTheirs ? tellingStrings[name] : words[name];
}

function nameClash(clash: Clash): string {
  if ('translation' in clash) return `${words.translationsPart} (${labelLanguage(clash.translation)})`;
  return clash.field === 'language' ? words.language : labelOf(clash.field);
}

/** Names a licence, with what it asks for. */
function nameTerms(licence: (typeof LICENCES)[number]): string {
  const name = tellingStrings.licences[licence];
  return licence === 'reserved' || licence === 'cc0' ? name : words.withTerms(name, words.terms[licence]);
}

/** The name of the field that a fault is about. */
function nameOf(fault: AboutFault): string {
  return 'field' in fault ? fault.field : `translation-${fault.at}`;
}

function focusOn(form: HTMLFormElement | null, fault: AboutFault): void {
  const field = form?.elements.namedItem(nameOf(fault));
  if (field instanceof HTMLElement) field.focus();
}

function wordsForFault(fault: AboutFault, { translations }: AboutFields): string {
  if (fault.why === 'number') return words.faults.number[fault.field];
  if (fault.why === 'too-long' || fault.why === 'translation-too-long') return words.faults['too-long'];
  return words.faults['no-name'](labelLanguage(translations[fault.at]?.language ?? ''));
}

function wordsForFailure(error: unknown): string {
  const isTaken = error instanceof ApiError && error.code === 'conflict';
  return words.saveFailed(isTaken ? words.languageTaken : wordsFor(error));
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={layout.stack3}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </section>
  );
}

function Fact({
  name,
  label,
  hint,
  value,
  isNumber,
  invalid,
  describedBy,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: string;
  readonly isNumber: boolean;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onChange: (value: string) => void;
}) {
  const hintId = useId();
  return (
    <div className={layout.stack1}>
      <TextField
        name={name}
        label={label}
        value={value}
        maxLength={isNumber ? 10 : TEXT_LINE_MAX}
        inputMode={isNumber ? 'decimal' : 'text'}
        autoComplete="off"
        invalid={invalid}
        describedBy={describedBy}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint === undefined ? null : <Hint id={hintId}>{hint}</Hint>}
    </div>
  );
}

/** The name and description in other languages. */
function Translations({
  now,
  marked,
  faultId,
  onChange,
}: {
  readonly now: AboutFields;
  readonly marked: string | null;
  readonly faultId: string;
  readonly onChange: (translations: readonly TranslationFields[]) => void;
}) {
  const { translations } = now;
  const change = (at: number, changed: Partial<TranslationFields>): void =>
    onChange(translations.map((translation, index) => (index === at ? { ...translation, ...changed } : translation)));
  return (
    <Part title={words.translationsPart}>
      <Hint>{words.translationsHint}</Hint>
      {translations.map(({ language, name, description }, at) => {
        const shown = labelLanguage(language);
        return (
          <fieldset key={language} className={styles.translation}>
            <legend className={styles.legend}>{words.inLanguage(shown)}</legend>
            <TextField
              name={`translation-${at}`}
              {...writtenIn(language)}
              label={words.name(shown)}
              value={name}
              maxLength={TEXT_LINE_MAX}
              autoComplete="off"
              invalid={marked === `translation-${at}`}
              describedBy={faultId}
              onChange={({ target }) => change(at, { name: target.value })}
            />
            <TextArea
              {...writtenIn(language)}
              label={words.description(shown)}
              value={description}
              maxLength={TEXT_BLOCK_MAX}
              onChange={({ target }) => change(at, { description: target.value })}
            />
            <Button
              variant="quiet"
              icon={<Trash2 size={18} aria-hidden />}
              onClick={() => onChange(translations.filter((_, index) => index !== at))}
            >
              {words.remove(shown)}
            </Button>
          </fieldset>
        );
      })}
      {mayTranslate(now) && (
        <AddTranslation
          taken={[now.language, ...translations.map(({ language }) => language)]}
          onAdd={(language) => onChange([...translations, { language, name: '', description: '' }])}
        />
      )}
    </Part>
  );
}

function AddTranslation({
  taken,
  onAdd,
}: {
  readonly taken: readonly string[];
  readonly onAdd: (language: string) => void;
}) {
  const free = listLanguages(COMMON_LANGUAGES.filter((code) => !taken.includes(code)));
  const [chosen, setChosen] = useState('');
  const value = free.some((language) => language.value === chosen) ? chosen : (free[0]?.value ?? '');
  return (
    <div className={styles.adding}>
      <SelectField
        className={layout.grow}
        label={words.addIn}
        value={value}
        options={free}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button
        variant="secondary"
        icon={<Plus size={18} aria-hidden />}
        disabled={value === ''}
        onClick={() => onAdd(value)}
      >
        {words.add}
      </Button>
    </div>
  );
}
