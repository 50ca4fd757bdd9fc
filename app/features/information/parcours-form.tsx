import { ImagePlus } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import {
  chooseImage,
  endEdit,
  isChanged,
  type ParcoursEdit,
  removeImage,
  saveEdit,
  typeEdit,
} from '../../state/maps/parcours-edit.ts';
import { showNotice } from '../../state/page/notices.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import { mapPanes } from '../../words/map-panes.ts';
import { checkText } from './check-text.ts';
import styles from './information.module.css';

const words = mapPanes.info;
/** What the server reads. Named one by one, so that an iPhone hands its pictures over as JPEG. */
const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Changes a parcours' name, description and image. What is typed is kept outside, so that leaving loses nothing. */
export function ParcoursForm({
  id,
  edit,
  nameRef,
}: {
  readonly id: ParcoursId;
  readonly edit: Readonly<ParcoursEdit>;
  readonly nameRef: Ref<HTMLInputElement>;
}) {
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm({
    read: (data) => ({ name: textOf(data, 'name'), description: textOf(data, 'description') }),
    check: checkText,
    send: async () => {
      if (await saveEdit(id)) showNotice(words.saved);
    },
    wordsFor,
  });
  const { sending } = edit;
  const fault = form.fault?.message ?? edit.failure;

  return (
    <>
      <form className={styles.form} noValidate aria-busy={sending} onSubmit={form.submit}>
        <ImageChooser id={id} edit={edit} />
        <TextField
          ref={nameRef}
          label={words.name}
          value={edit.name}
          maxLength={TEXT_LINE_MAX}
          readOnly={sending}
          autoComplete="off"
          onChange={(event) => typeEdit(id, { name: event.target.value })}
          {...form.mark('name')}
        />
        <TextArea
          label={words.description}
          value={edit.description}
          maxLength={TEXT_BLOCK_MAX}
          readOnly={sending}
          onChange={(event) => typeEdit(id, { description: event.target.value })}
          {...form.mark('description')}
        />
        {fault === null ? null : <Alert {...form.alert}>{fault}</Alert>}
        <div className={styles.acts}>
          <Button
            lang="en"
            variant="secondary"
            disabled={sending}
            onClick={() => (isChanged(edit) ? setLeaving(true) : endEdit(id))}
          >
            {words.cancel}
          </Button>
          <Button lang="en" type="submit" busy={sending}>
            {sending ? words.saving : words.save}
          </Button>
        </div>
      </form>
      {isLeaving ? (
        <ConfirmDialog
          words={words.discard}
          onConfirm={async () => endEdit(id)}
          onClose={() => setLeaving(false)}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}

/** The image as it will be, and the ways to another one or to none. */
function ImageChooser({ id, edit }: { readonly id: ParcoursId; readonly edit: Readonly<ParcoursEdit> }) {
  const inputId = useId();
  const input = useRef<HTMLInputElement>(null);
  const url = edit.chosen?.url ?? edit.imageUrl;
  const remove = (): void => {
    removeImage(id);
    // The button that had focus goes with the last image.
    input.current?.focus();
  };
  return (
    <div className={styles.chooser}>
      {url === null ? null : <img className={styles.image} src={url} alt={words.imagePreview} />}
      <div className={styles.imageActs}>
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={IMAGE_TYPES}
          className={styles.file}
          disabled={edit.sending}
          aria-describedby={`${inputId}-formats`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) void chooseImage(id, file);
            // Otherwise choosing the same file again would change nothing, and so tell nothing.
            event.target.value = '';
          }}
        />
        <label htmlFor={inputId} className={styles.choose}>
          <ImagePlus size={20} aria-hidden />
          {url === null ? words.chooseImage : words.changeImage}
        </label>
        {url === null ? null : (
          <Button variant="quiet" disabled={edit.sending} onClick={remove}>
            {words.removeImage}
          </Button>
        )}
        <p id={`${inputId}-formats`} className={styles.formats}>
          {words.imageFormats}
        </p>
      </div>
    </div>
  );
}
