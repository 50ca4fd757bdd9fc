import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import { offlineWords } from '../../page/offline-words.ts';
import { formatPlaceCount } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { PLACE_ZOOM } from '../../platform/map/projection.ts';
import { strings } from '../../ui/common-words.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { middleOf } from '../layers/shape-geometry.ts';
import type { MapView } from '../map-view.ts';
import { mapStrings } from '../map-words.ts';
import { usePlannedPlaces, useShownPlaces } from '../use-shown-places.ts';
import styles from './place-list.module.css';
import { PlaceListRows } from './place-list-rows.tsx';

/** The places as a list, for people who can't or don't want to tap the map: a sheet, or docked beside it. */
export function PlaceList({
  view,
  open,
  isDocked,
  foot,
  onClose,
}: {
  readonly view: MapView | null;
  readonly open: boolean;
  readonly isDocked: boolean;
  /** Below the places. */
  readonly foot?: ReactNode;
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
          <PlaceListRows shown={shown} planned={planned} onChoose={show} />
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
      <DockedList onClose={onClose}>
        {isKnown ? null : <p>{formatPlaceCount(status, count)}</p>}
        {content}
      </DockedList>
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

/** The frame of the list beside the map. Takes the focus when it opens, and returns it when it closes with it. */
function DockedList({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // A layout effect, because its cleanup runs while the panel still exists.
  useLayoutEffect(() => {
    const shown = panel.current;
    const opener = shown?.ownerDocument.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      const hasFocus = shown?.contains(shown.ownerDocument.activeElement) === true;
      if (hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <aside ref={panel} className={styles.dock} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 ref={heading} id={titleId} tabIndex={-1} className={layout.grow}>
          {mapStrings.placeList}
        </h2>
        <IconButton label={strings.app.close} icon={<X size={20} aria-hidden />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </aside>
  );
}
