import { ImagePlus } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EnglishStart } from '../../ui/english.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { findBlank, textOf, useForm } from '../../ui/use-form.ts';
import { describeEditFailure, parcoursPanes } from '../panes-words.ts';
import {
  chooseImage,
  endEdit,
  isChanged,
  type ParcoursEdit,
  removeImage,
  saveEdit,
  updateEdit,
} from '../parcours-edit.ts';
import styles from './information.module.css';

const words = parcoursPanes.info;

/** Edits a parcours' name, description and image. The edit is in the state: leaving the screen loses nothing. */
export function ParcoursForm({
  id,
  edit,
  nameRef,
}: {
  readonly id: ParcoursId;
  readonly edit: Readonly<ParcoursEdit>;
  readonly nameRef: Ref<HTMLInputElement>;
}) {
  const [isDiscarding, setDiscarding] = useState(false);
  const form = useForm({
    read: (data) => ({ name: textOf(data, 'name'), description: textOf(data, 'description') }),
    check: (text) => findBlank(text, { name: words.missingName, description: words.missingDescription }),
    send: async () => {
      if (await saveEdit(id)) showNotice(words.saved);
    },
    wordsFor,
  });
  const { sending } = edit;
  const failure = form.error?.message ?? (edit.failure === null ? null : describeEditFailure(edit.failure));

  return (
    <>
      <form className={layout.stack4} noValidate aria-busy={sending} onSubmit={form.submit}>
        <ImageChooser id={id} edit={edit} />
        <TextField
          ref={nameRef}
          label={words.name}
          value={edit.name}
          maxLength={TEXT_LINE_MAX}
          readOnly={sending}
          autoComplete="off"
          onChange={(event) => updateEdit(id, { name: event.target.value })}
          {...form.field('name')}
        />
        <TextArea
          label={words.description}
          value={edit.description}
          maxLength={TEXT_BLOCK_MAX}
          readOnly={sending}
          onChange={(event) => updateEdit(id, { description: event.target.value })}
          {...form.field('description')}
        />
        {failure === null ? null : (
          <Alert {...form.alert}>
            <EnglishStart>{failure}</EnglishStart>
          </Alert>
        )}
        <div className={layout.wrapEnd}>
          <Button
            lang="en"
            variant="secondary"
            disabled={sending}
            onClick={() => (isChanged(edit) ? setDiscarding(true) : endEdit(id))}
          >
            {words.cancel}
          </Button>
          <Button lang={sending ? undefined : 'en'} type="submit" busy={sending}>
            {sending ? words.saving : words.save}
          </Button>
        </div>
      </form>
      {isDiscarding ? (
        <ConfirmDialog
          words={words.discard}
          onConfirm={async () => endEdit(id)}
          onClose={() => setDiscarding(false)}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}

/** The types that the server reads. Listed instead of `image/*`, so that an iPhone converts its pictures to JPEG. */
const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Shows the image of an edited parcours, and replaces or removes it. */
function ImageChooser({ id, edit }: { readonly id: ParcoursId; readonly edit: Readonly<ParcoursEdit> }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = edit.chosen?.url ?? edit.imageUrl;
  const unreadableId = `${inputId}-unreadable`;
  const handleRemove = (): void => {
    removeImage(id);
    // The focused button disappears with the image.
    input.current?.focus();
  };
  return (
    <div className={layout.stack3}>
      {url === null ? null : <img className={styles.image} src={url} alt={words.imagePreview} />}
      <div className={styles.imageActs}>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={IMAGE_TYPES}
          className="visually-hidden"
          disabled={edit.sending}
          aria-invalid={edit.isUnreadable || undefined}
          aria-describedby={edit.isUnreadable ? unreadableId : `${inputId}-formats`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void chooseImage(id, file);
            // Otherwise choosing the same file again would fire no change event.
            event.target.value = '';
          }}
        />
        <label htmlFor={inputId} className={styles.choose}>
          <ImagePlus size={20} aria-hidden />
          {url === null ? words.chooseImage : words.changeImage}
        </label>
        {url === null && !edit.isUnreadable ? null : (
          <Button variant="quiet" disabled={edit.sending} onClick={handleRemove}>
            {edit.isUnreadable ? words.dropFile(url !== null) : words.removeImage}
          </Button>
        )}
        {edit.isUnreadable && (
          <p id={unreadableId} className={styles.unreadable}>
            {words.unreadable}
          </p>
        )}
        <p id={`${inputId}-formats`} className={styles.formats}>
          {words.imageFormats}
        </p>
      </div>
    </div>
  );
}
