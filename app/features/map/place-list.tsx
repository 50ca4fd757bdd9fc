import { Circle, CloudUpload, Hexagon } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { PLACE_ZOOM } from '../../platform/map/zooms.ts';
import { nameOf, type OutboxItem } from '../../state/drops/outbox/outbox-view.ts';
import { choosePlace, listening } from '../../state/walk/listening.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { outboxStrings } from '../../words/outbox.ts';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import type { MapView } from './map-view.ts';
import styles from './place-list.module.css';
import { middleOf } from './shapes.ts';
import { useShownPlaces } from './use-shown-places.ts';

/** The places as a list: what the map shows, for those who can't or don't want to aim at it. */
export function PlaceList({
  view,
  open,
  onOpenChange,
}: {
  readonly view: MapView | null;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const { settled, waiting } = useShownPlaces();
  const show = (geometry: Geometry): void => {
    onOpenChange(false);
    view?.flyTo(middleOf(geometry), PLACE_ZOOM);
  };

  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={strings.map.placeList}
      description={strings.map.placeCount(settled.length + waiting.length)}
      closeLabel={strings.app.close}
    >
      <Rows places={settled} waiting={waiting} onChoose={show} />
    </Sheet>
  );
}

/** Drawn while the list is open alone: a map may have hundreds of places. */
function Rows({
  places,
  waiting,
  onChoose,
}: {
  readonly places: readonly Place[];
  readonly waiting: readonly OutboxItem[];
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { selected } = useSnapshot(listening).walk;
  const choose = (place: Place): void => {
    choosePlace(place.id);
    onChoose(place.feature);
  };
  if (places.length + waiting.length === 0) {
    return <EmptyState title={strings.map.noPlaces} hint={strings.map.noPlacesHint} />;
  }
  return (
    <PlaceRowList>
      {places.map((place) => {
        const Icon = place.feature.type === 'Point' ? Circle : Hexagon;
        const kind = place.feature.type === 'Point' ? strings.map.pointKind : strings.map.zoneKind;
        return (
          <PlaceRow
            key={place.id}
            icon={<Icon size={18} aria-hidden />}
            name={place.appelation.trim() || UNTITLED_PLACE}
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
          <span className={styles.kind}>{outboxStrings.onMap}</span>
        </PlaceRow>
      ))}
    </PlaceRowList>
  );
}
