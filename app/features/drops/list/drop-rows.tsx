import { useSnapshot } from 'valtio';
import type { Place } from '../../../../contracts/place.ts';
import { keepDrop, removeDrop } from '../../../state/drops/my-drops.ts';
import { parcours } from '../../../state/maps/parcours.ts';
import { showNotice } from '../../../state/page/notices.ts';
import { strings } from '../../../words/strings.ts';
import { printName } from '../../../words/untitled.ts';
import shared from './drop-list.module.css';
import { DropRow } from './drop-row.tsx';

/** A row for each drop, with a way to delete it and to undo that. */
export function DropRows({ drops }: { readonly drops: readonly Place[] }) {
  const { list: maps } = useSnapshot(parcours);
  const remove = ({ id, appelation }: Place): void => {
    removeDrop(id);
    const undo = { label: strings.app.undo, run: () => keepDrop(id) };
    showNotice(strings.myDrops.deleted(printName(appelation)), { action: undo });
  };
  return (
    <ul className={shared.list}>
      {drops.map((drop) => (
        <DropRow
          key={drop.id}
          drop={drop}
          mapName={maps.find((map) => map.id === drop.map.id)?.name}
          onDelete={() => remove(drop)}
        />
      ))}
    </ul>
  );
}
