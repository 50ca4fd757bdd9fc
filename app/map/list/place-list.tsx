import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { offlineWords } from '../../page/offline-words.ts';
import { formatPlaceCount } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { PLACE_ZOOM } from '../../platform/map/projection.ts';
import { DockedPanel } from '../../ui/docked-panel.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { middleOf } from '../layers/shape-geometry.ts';
import type { MapView } from '../map-view.ts';
import { mapStrings } from '../map-words.ts';
import { usePlannedPlaces, useShownPlaces } from '../use-shown-places.ts';
import { PlaceListRows } from './place-list-rows.tsx';

/** The places as a list, for people who can't or don't want to tap the map: a sheet, or docked beside it. */
export function PlaceList({
  view,
  open,
  isDocked,
  isCovered = false,
  foot,
  renderBeside,
  onClose,
}: {
  readonly view: MapView | null;
  readonly open: boolean;
  readonly isDocked: boolean;
  /** Another docked panel lies over it. */
  readonly isCovered?: boolean;
  /** Below the places. */
  readonly foot?: ReactNode;
  /** A control beside a place's row. */
  readonly renderBeside?: (place: Place) => ReactNode;
  readonly onClose: () => void;
}) {
  const shown = useShownPlaces();
  const planned = usePlannedPlaces();
  const { status } = useSnapshot(places);
  const count = shown.settled.length + shown.waiting.length;
  const isKnown = status === 'ready' || count > 0;
  const show = (geometry: Geometry): void => {
    if (!isDocked) onClose();
    view?.flyTo(middleOf(geometry), PLACE_ZOOM);
  };

  const content = (
    <>
      {isKnown && (
        <>
          <PlaceListRows shown={shown} planned={planned} onChoose={show} renderBeside={renderBeside} />
          {foot}
        </>
      )}
      {!isKnown && status === 'failed' && (
        <EmptyState title={offlineWords.placesUnknown} hint={offlineWords.placesUnknownHint} />
      )}
    </>
  );
  if (isDocked) {
    if (!open) return null;
    return (
      <DockedPanel title={mapStrings.placeList} isCovered={isCovered} onClose={onClose}>
        {isKnown ? null : <p>{formatPlaceCount(status, count)}</p>}
        {content}
      </DockedPanel>
    );
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={mapStrings.placeList}
      description={isKnown ? undefined : formatPlaceCount(status, count)}
    >
      {content}
    </Sheet>
  );
}
