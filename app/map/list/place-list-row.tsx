import { Circle, Hexagon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import { editorTools, isDrawing } from '../../parcours/editor-tools.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { PlaceRow } from '../../ui/place-row.tsx';
import { choosePlace, listening, playListed } from '../../walk/listening.ts';
import { PlaceFacts } from './place-facts.tsx';
import styles from './place-list.module.css';
import type { ListedPlace } from './place-order.ts';

/** A place in the list; a tap selects it and plays its story. */
export function PlaceListRow({
  listed,
  isHeard,
  onChoose,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { selected, unfinished } = useSnapshot(listening).walk;
  const { id, appelation, feature, media } = listed.place;
  const isSelected = id === selected;
  const begunAtMs = unfinished.find(({ placeId }) => placeId === id)?.atMs ?? null;
  const row = useRef<HTMLButtonElement>(null);
  // The selection may have moved by keys or on the map.
  useEffect(() => {
    if (isSelected) bringIntoView(row.current);
  }, [isSelected]);
  const Icon = feature.type === 'Point' ? Circle : Hexagon;
  return (
    <PlaceRow
      ref={row}
      icon={<Icon size={18} aria-hidden />}
      name={formatPlaceName(appelation)}
      detail={<PlaceFacts listed={listed} isHeard={isHeard} begunAtMs={begunAtMs} />}
      className={styles.row}
      aria-current={isSelected || undefined}
      onClick={() => {
        // Drawing tools hide the player.
        if (media === null || isDrawing(editorTools)) choosePlace(id);
        else playListed(id);
        onChoose(feature);
      }}
    />
  );
}
