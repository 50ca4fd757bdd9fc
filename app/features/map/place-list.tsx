import { Circle, CloudUpload, Hexagon } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PLACE_ZOOM, UNTITLED_PLACE } from '../../../contracts/limits.ts';
import type { Place } from '../../../contracts/place.ts';
import { outboxStrings } from '../../platform/strings/outbox.ts';
import { strings } from '../../platform/strings.ts';
import { choosePlace, listening } from '../../state/listening.ts';
import { nameOf } from '../../state/outbox-view.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
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
  const { settled: list, waiting } = useShownPlaces();
  const { selected } = useSnapshot(listening).walk;

  const choose = (place: Place): void => {
    onOpenChange(false);
    choosePlace(place.id);
    view?.flyTo(middleOf(place.feature), PLACE_ZOOM);
  };

  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={strings.map.placeList}
      description={strings.map.placeCount(list.length + waiting.length)}
      closeLabel={strings.app.close}
    >
      {list.length + waiting.length === 0 ? (
        <EmptyState title={strings.map.noPlaces} hint={strings.map.noPlacesHint} />
      ) : (
        <PlaceRowList>
          {list.map((place) => {
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
                <span className={styles.kind}>
                  {place.media === null ? `${kind}, ${strings.map.noAudioYet}` : kind}
                </span>
              </PlaceRow>
            );
          })}
          {waiting.map((item) => (
            <PlaceRow
              key={item.id}
              icon={<CloudUpload size={18} aria-hidden />}
              name={nameOf(item)}
              className={styles.row}
              onClick={() => {
                onOpenChange(false);
                view?.flyTo(middleOf(item.geometry), PLACE_ZOOM);
              }}
            >
              <span className={styles.kind}>{outboxStrings.onMap}</span>
            </PlaceRow>
          ))}
        </PlaceRowList>
      )}
    </Sheet>
  );
}
