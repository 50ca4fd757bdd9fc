import type { UserId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { deleteBundle, loadBundles } from '../../state/maps/bundles.ts';
import { deleteParcours, leaveParcours } from '../../state/maps/parcours.ts';
import { showNotice } from '../../state/page/notices.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { strings } from '../../words/strings.ts';
import type { Asked } from './asked.ts';
import { BundleForm } from './bundle-form.tsx';
import { BundlePicker } from './bundle-picker.tsx';

/** The dialog that is open over the maps screen, if any. */
export function ParcoursDialogs({
  asked,
  userId,
  onClose,
}: {
  readonly asked: Asked | null;
  /** Who is asked. */
  readonly userId: UserId;
  readonly onClose: () => void;
}) {
  const words = strings.parcours;
  const shared = { onClose, wordsFor };
  switch (asked?.kind) {
    case undefined:
      return null;
    case 'new-bundle':
      return <BundleForm onClose={onClose} />;
    case 'edit-bundle':
      return <BundleForm bundle={asked.bundle} onClose={onClose} />;
    case 'group-map':
      return <BundlePicker map={asked.map} onClose={onClose} />;
    case 'delete-bundle':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.deleteBundle(asked.bundle.name), cancel: strings.app.cancel }}
          onConfirm={() => deleteBundle(asked.bundle.id)}
        />
      );
    case 'delete-map':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.deleteMap(asked.map.name), cancel: strings.app.cancel }}
          typed={{ text: asked.map.name, label: words.typeName(asked.map.name) }}
          onConfirm={async () => {
            await deleteParcours(asked.map.id);
            showNotice(words.mapDeleted(asked.map.name));
            void loadBundles();
          }}
        />
      );
    case 'leave-map':
      return (
        <ConfirmDialog
          {...shared}
          words={{ ...words.leaveMap(asked.map.name), cancel: strings.app.cancel }}
          onConfirm={async () => {
            await leaveParcours(asked.map.id, userId);
            showNotice(words.mapLeft(asked.map.name));
            void loadBundles();
          }}
        />
      );
  }
}
