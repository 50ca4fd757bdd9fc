import type { UserId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { deleteBundle, loadBundles } from '../../state/maps/bundles.ts';
import { deleteParcours, leaveParcours } from '../../state/maps/parcours-list.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { parcoursStrings } from '../../words/maps/parcours.ts';
import { strings } from '../../words/strings.ts';
import { BundleForm } from './bundle-form.tsx';
import { BundlePicker } from './bundle-picker.tsx';
import type { Dialog } from './dialog.ts';

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
