import { Circle, Hexagon } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../../contracts/geo.ts';
import { choosePlace, listening } from '../../../state/walk/listening.ts';
import { PlaceRow } from '../../../ui/place-row.tsx';
import { printName } from '../../../words/untitled.ts';
import { PlaceFacts } from './place-facts.tsx';
import styles from './place-list.module.css';
import type { ListedPlace } from './place-order.ts';

/** A place in the list; a tap chooses it. */
export function PlaceListRow({
  listed,
  isHeard,
  onChoose,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { selected } = useSnapshot(listening).walk;
  const { id, appelation, feature } = listed.place;
  const Icon = feature.type === 'Point' ? Circle : Hexagon;
  return (
    <PlaceRow
      icon={<Icon size={18} aria-hidden />}
      name={printName(appelation)}
      detail={<PlaceFacts listed={listed} isHeard={isHeard} />}
      className={styles.row}
      aria-current={id === selected || undefined}
      onClick={() => {
        choosePlace(id);
        onChoose(feature);
      }}
    />
  );
}
