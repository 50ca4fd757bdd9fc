import { Circle, CloudUpload, Hexagon } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../../contracts/geo.ts';
import type { Place } from '../../../../contracts/place.ts';
import { nameOf } from '../../../state/drops/outbox/outbox-view.ts';
import type { PlacesAndWaiting } from '../../../state/drops/outbox/waiting-places.ts';
import { choosePlace, listening } from '../../../state/walk/listening.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PlaceRow, PlaceRowList } from '../../../ui/place-row.tsx';
import { draftStrings } from '../../../words/drafts.ts';
import { outboxStrings } from '../../../words/outbox.ts';
import { strings } from '../../../words/strings.ts';
import { printName } from '../../../words/untitled.ts';
import styles from './place-list.module.css';

/** A row for each place and each waiting drop. Mounted only while the list is open: a map may have hundreds. */
export function PlaceListRows({
  shown: { settled, waiting },
  onChoose,
}: {
  readonly shown: PlacesAndWaiting;
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { selected } = useSnapshot(listening).walk;
  const choose = (place: Place): void => {
    choosePlace(place.id);
    onChoose(place.feature);
  };
  if (settled.length + waiting.length === 0) {
    return <EmptyState title={strings.map.noPlaces} hint={strings.map.noPlacesHint} />;
  }
  return (
    <PlaceRowList>
      {settled.map((place) => {
        const Icon = place.feature.type === 'Point' ? Circle : Hexagon;
        const kind = place.feature.type === 'Point' ? strings.map.pointKind : strings.map.zoneKind;
        return (
          <PlaceRow
            key={place.id}
            icon={<Icon size={18} aria-hidden />}
            name={printName(place.appelation)}
            className={styles.row}
            aria-current={place.id === selected || undefined}
            onClick={() => choose(place)}
          >
            <span className={styles.kind}>{place.media === null ? `${kind}, ${strings.map.noAudioYet}` : kind}</span>
          </PlaceRow>
        );
      })}
      {waiting.map((item) => (
        <PlaceRow
          key={item.id}
          icon={<CloudUpload size={18} aria-hidden />}
          name={nameOf(item)}
          className={styles.row}
          onClick={() => onChoose(item.geometry)}
        >
          <span className={styles.kind}>{item.isUnsent ? outboxStrings.onMap : draftStrings.onMap}</span>
        </PlaceRow>
      ))}
    </PlaceRowList>
  );
}
