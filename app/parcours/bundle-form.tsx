import type { Bundle } from '../../contracts/bundle.ts';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { wordsFor } from '../page/error-words.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { findBlank, textOf, useForm } from '../ui/use-form.ts';
import { createBundle, updateBundle } from './bundles.ts';
import styles from './parcours.module.css';
import { parcoursStrings } from './parcours-words.ts';

/** Creates a bundle, or renames and describes `bundle`. */
export function BundleForm({ bundle, onClose }: { readonly bundle?: Bundle; readonly onClose: () => void }) {
  const words = parcoursStrings;
  const form = useForm({
    read: (data) => ({ name: textOf(data, 'name').trim(), description: textOf(data, 'description').trim() }),
    check: (text) => findBlank(text, { name: words.bundleNameMissing }),
    send: async (text) => {
      await (bundle === undefined ? createBundle(text) : updateBundle(bundle.id, text));
      onClose();
    },
    wordsFor,
  });
  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={bundle === undefined ? words.newBundle : words.editBundle}
      closeLabel={strings.app.close}
    >
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField
          {...form.field('name')}
          label={words.bundleName}
          defaultValue={bundle?.name}
          maxLength={TEXT_LINE_MAX}
          autoComplete="off"
          required
        />
        <TextArea
          {...form.field('description')}
          label={words.bundleDescription}
          defaultValue={bundle?.description}
          maxLength={TEXT_BLOCK_MAX}
        />
        {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
        <Button type="submit" wide busy={form.sending}>
          {strings.app.save}
        </Button>
      </form>
    </Sheet>
  );
}
