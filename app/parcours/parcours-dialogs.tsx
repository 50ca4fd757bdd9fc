import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Bundle } from '../../contracts/bundle.ts';
import { TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { titleOfCopy } from '../../contracts/parcours.ts';
import type { BundleId, ParcoursId, Role, UserId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { offlineWords } from '../page/offline-words.ts';
import { randomKey } from '../platform/page/random.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Alert } from '../ui/message.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { findBlank, textOf, useForm } from '../ui/use-form.ts';
import { bundles, createBundle, deleteBundle, holds, loadBundles, setBundled, updateBundle } from './bundles.ts';
import styles from './parcours.module.css';
import { copyParcours, deleteParcours, leaveParcours } from './parcours-list.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The parcours that a dialog is about. */
export interface NamedParcours {
  readonly id: ParcoursId;
  readonly name: string;
}

/** A dialog of the parcours screen. */
export type Dialog =
  | { readonly kind: 'new-bundle' }
  | { readonly kind: 'edit-bundle' | 'delete-bundle'; readonly bundle: Bundle }
  | {
      readonly kind: 'bundles-of-parcours' | 'copy-parcours' | 'delete-parcours' | 'leave-parcours';
      readonly parcours: NamedParcours;
    };

/** Props of a component that offers the dialogs allowed for a role. */
export interface DialogOffer {
  readonly role: Role;
  readonly onOpenDialog: (dialog: Dialog) => void;
}

/** The open dialog of the parcours screen, if any. */
export function ParcoursDialogs({
  dialog,
  userId,
  onClose,
}: {
  readonly dialog: Dialog | null;
  readonly userId: UserId;
  readonly onClose: () => void;
}) {
  const words = parcoursStrings;
  const shared = { onClose, wordsFor };
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'new-bundle':
      return <BundleForm onClose={onClose} />;
    case 'edit-bundle':
      return <BundleForm bundle={dialog.bundle} onClose={onClose} />;
    case 'bundles-of-parcours':
      return <BundlePicker parcours={dialog.parcours} onClose={onClose} />;
    case 'delete-bundle':
      return (
        <ConfirmDialog
          {...shared}
          words={words.deleteBundle(dialog.bundle.name)}
          onConfirm={() => deleteBundle(dialog.bundle.id)}
        />
      );
    case 'copy-parcours':
      return <CopyQuestion parcours={dialog.parcours} onClose={onClose} />;
    case 'delete-parcours':
      return (
        <ConfirmDialog
          {...shared}
          words={words.deleteMap(dialog.parcours.name)}
          typed={{ text: dialog.parcours.name, label: words.typeName(dialog.parcours.name) }}
          onConfirm={async () => {
            await deleteParcours(dialog.parcours.id);
            showNotice(words.mapDeleted(dialog.parcours.name));
            void loadBundles();
          }}
        />
      );
    case 'leave-parcours':
      return (
        <ConfirmDialog
          {...shared}
          words={words.leaveMap(dialog.parcours.name)}
          onConfirm={async () => {
            await leaveParcours(dialog.parcours.id, userId);
            showNotice(words.mapLeft(dialog.parcours.name));
            void loadBundles();
          }}
        />
      );
  }
}

/** Copies a parcours under a name that the person chooses. */
function CopyQuestion({ parcours, onClose }: { readonly parcours: NamedParcours; readonly onClose: () => void }) {
  const words = parcoursStrings;
  const proposed = titleOfCopy(parcours.name, words.copyWord);
  const [typed, setTyped] = useState(proposed);
  // What is confirmed again, under another name too, is a retry: the copy may exist although its response was lost.
  const [key] = useState(randomKey);
  return (
    <ConfirmDialog
      words={words.copyMap(parcours.name)}
      variant="primary"
      wordsFor={wordsFor}
      onClose={onClose}
      onConfirm={async () => {
        const name = typed.trim() || proposed;
        await copyParcours(parcours.id, name, key);
        showNotice(words.mapCopied(name));
      }}
    >
      <TextField
        label={words.copyName}
        value={typed}
        maxLength={TEXT_LINE_MAX}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  );
}

/** Creates a bundle, or renames and describes `bundle`. */
function BundleForm({ bundle, onClose }: { readonly bundle?: Bundle; readonly onClose: () => void }) {
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
    <Sheet onClose={onClose} title={bundle === undefined ? words.newBundle : words.editBundle}>
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

/** Chooses the bundles that contain a parcours. Each switch is saved at once. */
function BundlePicker({ parcours, onClose }: { readonly parcours: NamedParcours; readonly onClose: () => void }) {
  const { list, status } = useSnapshot(bundles);
  const [pending, setPending] = useState<readonly BundleId[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const words = parcoursStrings;

  const change = async (id: BundleId, bundled: boolean): Promise<void> => {
    setPending((ids) => [...ids, id]);
    setFailure(null);
    try {
      await setBundled(id, parcours.id, bundled);
    } catch (error) {
      setFailure(wordsFor(error));
    } finally {
      setPending((ids) => ids.filter((other) => other !== id));
    }
  };

  return (
    <Sheet onClose={onClose} title={words.bundlesOf} description={parcours.name}>
      {failure === null ? null : <Alert>{failure}</Alert>}
      {list.length > 0 ? null : status === 'ready' ? (
        <EmptyState title={words.noBundles} hint={words.noBundlesHint} />
      ) : status === 'failed' ? (
        <EmptyState title={offlineWords.bundlesUnknown} hint={offlineWords.bundlesUnknownHint} />
      ) : (
        <Spinner label={strings.app.loading} />
      )}
      {list.map((bundle) => (
        <SwitchRow
          key={bundle.id}
          label={bundle.name}
          checked={holds(bundle, parcours.id)}
          disabled={pending.includes(bundle.id)}
          onChange={(bundled) => void change(bundle.id, bundled)}
        />
      ))}
    </Sheet>
  );
}
