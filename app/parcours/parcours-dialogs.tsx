import type { UserId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { strings } from '../ui/common-words.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { BundleForm } from './bundle-form.tsx';
import { BundlePicker } from './bundle-picker.tsx';
import { deleteBundle, loadBundles } from './bundles.ts';
import type { Dialog } from './dialog.ts';
import { deleteParcours, leaveParcours } from './parcours-list.ts';
import { parcoursStrings } from './parcours-words.ts';

/** The open dialog of the maps screen, if any. */
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
    case 'group-map':
      return <BundlePicker map={dialog.map} onClose={onClose} />;
    case 'delete-bundle':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.deleteBundle(dialog.bundle.name), cancel: strings.app.cancel }}
          onConfirm={() => deleteBundle(dialog.bundle.id)}
        />
      );
    case 'delete-map':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.deleteMap(dialog.map.name), cancel: strings.app.cancel }}
          typed={{ text: dialog.map.name, label: words.typeName(dialog.map.name) }}
          onConfirm={async () => {
            await deleteParcours(dialog.map.id);
            showNotice(words.mapDeleted(dialog.map.name));
            void loadBundles();
          }}
        />
      );
    case 'leave-map':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.leaveMap(dialog.map.name), cancel: strings.app.cancel }}
          onConfirm={async () => {
            await leaveParcours(dialog.map.id, userId);
            showNotice(words.mapLeft(dialog.map.name));
            void loadBundles();
          }}
        />
      );
  }
}
