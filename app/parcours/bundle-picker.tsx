import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { BundleId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { Alert } from '../ui/alert.tsx';
import { strings } from '../ui/common-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { bundles, holds, setBundled } from './bundles.ts';
import type { NamedMap } from './dialog.ts';
import { parcoursStrings } from './parcours-words.ts';

/** Chooses the bundles that contain a map. Each switch is saved at once. */
export function BundlePicker({ map, onClose }: { readonly map: NamedMap; readonly onClose: () => void }) {
  const { list, status } = useSnapshot(bundles);
  const [pending, setPending] = useState<readonly BundleId[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const words = parcoursStrings;

  const change = async (id: BundleId, bundled: boolean): Promise<void> => {
    setPending((ids) => [...ids, id]);
    setFailure(null);
    try {
      await setBundled(id, map.id, bundled);
    } catch (error) {
      setFailure(wordsFor(error));
    } finally {
      setPending((ids) => ids.filter((other) => other !== id));
    }
  };

  return (
    <Sheet
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.bundlesOf}
      description={map.name}
      closeLabel={strings.app.close}
    >
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
          checked={holds(bundle, map.id)}
          disabled={pending.includes(bundle.id)}
          onChange={(bundled) => void change(bundle.id, bundled)}
        />
      ))}
    </Sheet>
  );
}
