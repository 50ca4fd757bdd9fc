import { CloudUpload } from 'lucide-react';
import type { Geometry } from '../../../contracts/geo.ts';
import { draftStrings } from '../../drops/drafts-words.ts';
import { nameOf, type PlacesAndWaiting } from '../../drops/outbox/outbox-view.ts';
import { outboxStrings } from '../../drops/outbox/outbox-words.ts';
import { PlaceRow } from '../../ui/place-row.tsx';
import styles from './place-list.module.css';

/** A drop that waits to be sent or saved. */
export function WaitingRow({
  item,
  onChoose,
}: {
  readonly item: PlacesAndWaiting['waiting'][number];
  readonly onChoose: (geometry: Geometry) => void;
}) {
  return (
    <PlaceRow
      icon={<CloudUpload size={18} aria-hidden />}
      name={nameOf(item)}
      detail={item.isUnsent ? outboxStrings.onMap : draftStrings.onMap}
      className={styles.row}
      onClick={() => onChoose(item.geometry)}
    />
  );
}
