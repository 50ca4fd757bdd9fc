import { useSnapshot } from 'valtio';
import { parcours } from '../parcours/parcours.ts';
import { strings } from '../ui/common-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { PackPanel } from './pack-panel.tsx';
import { openPackSheet, packSheet } from './packs.ts';
import { packStrings } from './packs-words.ts';

/** The pack of the parcours that {@link openPackSheet} was called with. */
export function PackSheet() {
  const { mapId } = useSnapshot(packSheet);
  const { list } = useSnapshot(parcours);
  const map = list.find(({ id }) => id === mapId);
  if (map === undefined) return null;
  return (
    <Sheet
      open
      onOpenChange={() => openPackSheet(null)}
      title={packStrings.title}
      description={map.name}
      closeLabel={strings.app.close}
    >
      <PackPanel key={map.id} mapId={map.id} name={map.name} />
    </Sheet>
  );
}
