import { useState } from 'react';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { type ChosenPlacesProps, renameBy, renamePlaces, type TitleRule } from './managed-places.ts';
import styles from './many.module.css';
import { manyStrings } from './many-words.ts';

const words = manyStrings.renaming;

/** How many of the changed titles are shown. */
const PREVIEWED = 8;

/** Renames chosen places by a rule, after a look at what comes of it. */
export function RenameSheet({ parcoursId, chosen, onDone, onClose }: ChosenPlacesProps) {
  // As they were when the sheet opened, because a repeat after a lost response must ask for the same titles.
  const [targets] = useState(chosen);
  const [kind, setKind] = useState<TitleRule['kind']>('replace');
  const [texts, setTexts] = useState({ find: '', by: '', pattern: words.suggested, from: '1' });
  const { busy, failure, run } = useAction(wordsFor);
  const from = Math.trunc(Number(texts.from)) || 0;
  const renamed = renameBy(
    targets,
    kind === 'replace' ? { kind, find: texts.find, by: texts.by } : { kind, pattern: texts.pattern, from },
  );
  const tooLong = renamed.filter(({ isTooLong }) => isTooLong).length;
  const rename = (): Promise<void> =>
    run(async () => {
      showNotice(words.done(await renamePlaces(parcoursId, renamed)));
      onDone();
      onClose();
    });
  const field = (key: keyof typeof texts, label: string) => (
    <TextField
      label={label}
      value={texts[key]}
      maxLength={key === 'from' ? 5 : TEXT_LINE_MAX}
      inputMode={key === 'from' ? 'numeric' : 'text'}
      autoComplete="off"
      onChange={({ target }) => setTexts({ ...texts, [key]: target.value })}
    />
  );
  return (
    <Sheet title={words.title(targets.length)} onClose={() => (busy ? undefined : onClose())}>
      <div className={layout.stack4}>
        <SelectField
          label={words.how}
          value={kind}
          options={[
            { value: 'replace', label: words.replace },
            { value: 'pattern', label: words.pattern },
          ]}
          onChange={({ target }) => setKind(target.value === 'replace' ? 'replace' : 'pattern')}
        />
        {kind === 'replace' ? (
          <>
            {field('find', words.find)}
            {field('by', words.by)}
          </>
        ) : (
          <>
            <div className={layout.stack1}>
              {field('pattern', words.titles)}
              <Hint>{words.titlesHint}</Hint>
            </div>
            {field('from', words.from)}
          </>
        )}
        <section className={layout.stack2}>
          <h3 className={typography.label}>{words.preview}</h3>
          {renamed.length === 0 ? (
            <Hint>{words.none}</Hint>
          ) : (
            <ul className={styles.preview}>
              {renamed.slice(0, PREVIEWED).map(({ id, before, after }) => (
                <li key={id}>
                  <Hint inline breaks>
                    {before}
                  </Hint>{' '}
                  <span className={typography.breaks}>{words.becomes(after)}</span>
                </li>
              ))}
              {renamed.length > PREVIEWED && <li>{words.more(renamed.length - PREVIEWED)}</li>}
            </ul>
          )}
        </section>
        {tooLong > 0 && <Alert>{words.tooLong(tooLong)}</Alert>}
        {failure !== null && <Alert>{words.failed(failure)}</Alert>}
        <Button wide busy={busy} disabled={renamed.length === 0 || tooLong > 0} onClick={() => void rename()}>
          {words.confirm(renamed.length)}
        </Button>
      </div>
    </Sheet>
  );
}
