import { type Ref, useState } from 'react';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { findBlank, textOf, useForm } from '../../ui/use-form.ts';
import { endEdit, isChanged, type ParcoursEdit, saveEdit, updateEdit } from '../parcours-edit.ts';
import { mapPanes } from '../parcours-panes-words.ts';
import { ImageChooser } from './image-chooser.tsx';
import styles from './information.module.css';

const words = mapPanes.info;

/**
 * Edits a parcours' name, description and image. The edit is in the state, so that leaving the screen loses nothing.
 */
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
  const failure = form.error?.message ?? edit.failure;

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
        {failure === null ? null : <Alert {...form.alert}>{failure}</Alert>}
        <div className={styles.acts}>
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
