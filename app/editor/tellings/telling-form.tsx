import { Trash2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { readTellingCode } from '../../../contracts/telling.ts';
import { outbox } from '../../drops/drop-services.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { keepsWords } from '../../platform/storage/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { writtenIn } from '../../ui/written-in.ts';
import { ConflictPart } from './conflict-part.tsx';
import { isAtWork, ownSounds, removeVersion, soundKey, waitingSounds } from './own-sound.ts';
import { discardTexts, findTelling, placeWords, saveTexts, type WordsFailure, writeText } from './place-texts.ts';
import { isPlaceItself, type Texts, textsOf } from './telling-draft.ts';
import styles from './tellings.module.css';
import { tellingsStrings as words } from './tellings-words.ts';
import { TextEditor } from './text-editor.tsx';
import { nameCode, nameField } from './version-words.ts';

/** Writes one version of the open place. What is written is in the state, and on the device. */
export function TellingForm({
  code,
  first,
  placeName,
  children,
  onRemoved,
}: {
  readonly code: string;
  /** The parcours' first language. */
  readonly first: string;
  readonly placeName: string;
  /** Between the fields and the buttons: pictures, sound, transcript. */
  readonly children?: ReactNode;
  /** The version is no longer there. */
  readonly onRemoved: () => void;
}) {
  const { words: known, drafts, working, failures } = useSnapshot(placeWords);
  const key = readTellingCode(code);
  const { language } = key;
  const isPlace = isPlaceItself(key, first);
  const draft = drafts[code];
  const telling = findTelling(known, key);
  const now: Texts = draft?.now ?? textsOf(telling);
  const isWorking = working.includes(code);
  const failure = failures[code];
  const fault = failure?.what === 'fault' ? failure.fault : null;
  const ids = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = fault === null ? null : form.current?.elements.namedItem(fault.field);
    if (field instanceof HTMLElement) field.focus();
  }, [fault]);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Forms of dialogs that were opened from this one come here, too.
    if (event.target !== event.currentTarget) return;
    const outcome = await saveTexts(code);
    if (outcome === 'changed') showNotice(words.stillUnsaved, { tone: 'info' });
    else if (outcome) showNotice(words.saved(nameCode(code, first)));
  };
  return (
    <form ref={form} className={layout.stack4} noValidate aria-busy={isWorking} onSubmit={(event) => void save(event)}>
      {isPlace ? (
        <Hint>{words.nameOfPlace}</Hint>
      ) : (
        <TextField
          label={words.name}
          name="name"
          {...writtenIn(language)}
          placeholder={words.namePlaceholder(placeName)}
          maxLength={TEXT_LINE_MAX}
          autoComplete="off"
          value={now.name ?? ''}
          onChange={({ target }) => writeText(code, 'name', target.value)}
        />
      )}
      <TextEditor
        text={now.text ?? ''}
        language={language}
        disabled={false}
        isFaulty={fault?.field === 'text'}
        onText={(text) => writeText(code, 'text', text)}
      />
      <div className={layout.stack1}>
        <TextField
          label={words.link}
          name="link"
          type="url"
          inputMode="url"
          autoComplete="off"
          value={now.link ?? ''}
          invalid={fault?.field === 'link'}
          describedBy={`${ids}-failure`}
          aria-describedby={`${ids}-link`}
          onChange={({ target }) => writeText(code, 'link', target.value)}
        />
        <Hint id={`${ids}-link`}>{words.linkHint}</Hint>
      </div>
      {children}
      {draft !== undefined && draft.conflicts.length > 0 && (
        <ConflictPart code={code} draft={draft} theirs={textsOf(telling)} />
      )}
      {failure !== undefined && <Alert id={`${ids}-failure`}>{wordsForFailure(failure)}</Alert>}
      <div className={styles.foot}>
        <Button type="submit" wide busy={isWorking} disabled={!isWorking && draft === undefined}>
          {words.save}
        </Button>
        <FormActs
          code={code}
          first={first}
          isStored={telling !== undefined}
          isUnsaved={draft !== undefined}
          onRemoved={onRemoved}
        />
      </div>
    </form>
  );
}

function wordsForFailure(failure: WordsFailure): string {
  if (failure.what === 'fault') {
    const { why, field } = failure.fault;
    return why === 'link' ? words.faults.link : words.faults['too-long'](nameField(field));
  }
  const reason = wordsFor(failure.cause);
  if (failure.what === 'delete') return words.deleteFailed(reason);
  return keepsWords() ? words.saveFailed(reason) : words.saveFailedUnkept(reason);
}

/** Discards what is unsaved, or deletes the version. */
function FormActs({
  code,
  first,
  isStored,
  isUnsaved,
  onRemoved,
}: {
  readonly code: string;
  readonly first: string;
  readonly isStored: boolean;
  readonly isUnsaved: boolean;
  readonly onRemoved: () => void;
}) {
  const [asked, setAsked] = useState<'discard' | 'remove' | null>(null);
  const { place } = useSnapshot(placeWords);
  const { items } = useSnapshot(outbox);
  const { works, recorded } = useSnapshot(ownSounds);
  const version = nameCode(code, first);
  const isPlace = isPlaceItself(readTellingCode(code), first);
  if (place === null || (!isStored && !isUnsaved)) return null;
  const key = soundKey(place.id, code);
  const work = works[key];
  const isAdding = work !== undefined && isAtWork(work.composer.view.now);
  const hasWaiting = isAdding || waitingSounds(items, place.id, code).length > 0;
  const remove = async (): Promise<void> => {
    if (!(await removeVersion(code))) return;
    showNotice(words.removed(version));
    onRemoved();
  };
  return (
    <div className={layout.wrap}>
      {isUnsaved && (
        <Button variant="quiet" onClick={() => setAsked('discard')}>
          {words.discard}
        </Button>
      )}
      {isStored && (
        <Button
          variant="quiet"
          icon={<Trash2 size={18} aria-hidden />}
          // Its recording would make it again.
          disabled={recorded === key}
          onClick={() => setAsked('remove')}
        >
          <span className={typography.breaks}>{isPlace ? words.removeWords : words.remove}</span>
        </Button>
      )}
      {asked !== null && (
        <ConfirmDialog
          words={
            asked === 'discard' ? words.discarding : isPlace ? words.removingWords : words.removing(version, hasWaiting)
          }
          onConfirm={asked === 'discard' ? async () => discardTexts(code) : remove}
          onClose={() => setAsked(null)}
          wordsFor={wordsFor}
        />
      )}
    </div>
  );
}
