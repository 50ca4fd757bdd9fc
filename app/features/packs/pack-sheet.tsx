import { useSnapshot } from 'valtio';
import { parcours } from '../../state/maps/parcours.ts';
import { openPackSheet, packSheet } from '../../state/packs/packs.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { packStrings } from '../../words/packs.ts';
import { strings } from '../../words/strings.ts';
import { PackPanel } from './pack-panel.tsx';

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
