import { Check, Circle } from 'lucide-react';
import { Marker } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { formatNumberedName } from '../../places/place-words.ts';
import { Scope } from '../../platform/scope.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import typography from '../../ui/typography.module.css';
import { heardNow } from '../../walk/guide/walk-state.ts';
import { listening } from '../../walk/listening.ts';
import { nearbyStrings } from '../../walk/nearby/nearby-words.ts';
import type { Offset } from '../camera/cover.ts';
import type { ShownSharedPoint } from '../layers/drawn-places.ts';
import type { MapView } from '../map-view.ts';
import { mapStrings } from '../map-words.ts';
import { closePoint, openPoint, tapListed, tapShown } from '../tap-actions.ts';
import styles from './spider.module.css';
import { fitsSpider, spiderNamePx, spiderReach, spreadOut } from './spider-layout.ts';

/** The places of the tapped shared point: a spider, or a list if there are many or the map is low. */
export function SharedPointPlaces({ view, places }: { readonly view: MapView; readonly places: readonly Place[] }) {
  const { now: sharedPoint } = useSnapshot(openPoint);
  const shared = places.filter(({ id }) => sharedPoint?.placeIds.includes(id));
  const isGone = sharedPoint !== null && shared.length < 2;
  useEffect(() => {
    if (isGone) closePoint();
  }, [isGone]);
  useEffect(() => () => void closePoint(), []);

  if (sharedPoint === null || isGone) return null;
  const { clientWidth: widthPx, clientHeight: heightPx } = view.map.getContainer();
  if (!fitsSpider(shared.length, { widthPx, heightPx }))
    return <SharedPointSheet places={shared} onChoose={tapListed} />;
  return (
    <Spider
      key={sharedPoint.placeIds.join()}
      view={view}
      sharedPoint={sharedPoint}
      places={shared}
      onChoose={tapShown}
    />
  );
}

function SharedPointSheet({
  places,
  onChoose,
}: {
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}) {
  const { selected } = useSnapshot(listening).walk;
  const choose = (placeId: PlaceId): void => {
    closePoint();
    onChoose(placeId);
  };
  return (
    <Sheet onClose={closePoint} title={mapStrings.sharedSpot(places.length)}>
      <PlaceRowList>
        {places.map((place) => (
          <PlaceRow
            key={place.id}
            icon={<Circle size={18} aria-hidden />}
            name={formatNumberedName(place)}
            className={styles.row}
            aria-current={place.id === selected || undefined}
            onClick={() => choose(place.id)}
          />
        ))}
      </PlaceRowList>
    </Sheet>
  );
}

/** The places of a shared point, spread on both sides of it as buttons with their names; it moves with the map. */
function Spider({
  view,
  sharedPoint,
  places,
  onChoose,
}: {
  readonly view: MapView;
  readonly sharedPoint: ShownSharedPoint;
  /** In the shared point's order. */
  readonly places: readonly Place[];
  readonly onChoose: (placeId: PlaceId) => void;
}) {
  const element = useSpiderMarker(view, sharedPoint, styles.anchor);
  const { walk } = useSnapshot(listening);
  const offsets = spreadOut(places.length);
  const [namePx] = useState(() => spiderNamePx(view.map.getContainer().clientWidth));
  useEffect(
    () => view.makeRoom(sharedPoint.position, spiderReach(places.length, namePx)),
    [view, sharedPoint, places.length, namePx],
  );

  return createPortal(
    <>
      <svg className={styles.legs} width="1" height="1" aria-hidden>
        {offsets.map(([x, y]) => (
          <line key={`${x},${y}`} x2={x} y2={y} />
        ))}
      </svg>
      {places.map((place, at) => (
        <SpiderLeg
          key={place.id}
          place={place}
          offset={offsets[at] ?? [0, 0]}
          namePx={namePx}
          isSelected={place.id === walk.selected}
          isHeard={heardNow(walk).includes(place.id)}
          onChoose={() => onChoose(place.id)}
        />
      ))}
    </>,
    element,
  );
}

/** One place of a spider, as a button with its name, whose dot is at its offset from the shared point. */
function SpiderLeg({
  place,
  offset: [x, y],
  namePx,
  isSelected,
  isHeard,
  onChoose,
}: {
  readonly place: Place;
  readonly offset: Offset;
  readonly namePx: number;
  readonly isSelected: boolean;
  readonly isHeard: boolean;
  readonly onChoose: () => void;
}) {
  const isSilent = place.media === null;
  const facts = [isSilent && nearbyStrings.silent.toLowerCase(), isHeard && mapStrings.heard].filter(Boolean);
  const name = formatNumberedName(place);
  const label = [name, ...facts].join(', ');
  return (
    <button
      type="button"
      className={classNames(styles.target, x < 0 && styles.atLeft)}
      style={{ left: x < 0 ? undefined : x, right: x < 0 ? -x : undefined, top: y }}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      onClick={onChoose}
    >
      <span className={styles.dotArea}>
        <span className={classNames(styles.dot, isSilent && styles.silent)}>
          {isHeard && !isSilent && <Check size={12} strokeWidth={3.5} aria-hidden />}
        </span>
      </span>
      <span className={classNames(typography.twoLines, styles.name)} style={{ maxWidth: namePx }}>
        {name}
      </span>
    </button>
  );
}

/** Events that must not reach the map, whose own gestures begin beside the spider. */
const HIDDEN_FROM_MAP = ['click', 'dblclick', 'mousedown', 'touchstart', 'keydown'];

/**
 * Adds an element for the spider of a shared point to the map, which positions it. It takes the focus. The shared point
 * closes on Escape, and when the map is zoomed out so far that the shared point is part of a cluster.
 */
function useSpiderMarker({ map }: MapView, sharedPoint: ShownSharedPoint, className: string | undefined): HTMLElement {
  const [element] = useState(() => document.createElement('div'));
  const label = mapStrings.sharedSpot(sharedPoint.placeIds.length);
  useEffect(() => element.setAttribute('aria-label', label), [element, label]);
  useEffect(() => {
    const scope = new Scope();
    element.tabIndex = -1;
    element.className = className ?? '';
    element.setAttribute('role', 'group');
    const marker = new Marker({ element }).setLngLat([...sharedPoint.position]).addTo(map);
    scope.add(() => marker.remove());
    for (const type of HIDDEN_FROM_MAP) scope.listen(element, type, (event) => event.stopPropagation());
    scope.listen<KeyboardEvent>(element, 'keydown', ({ key }) => {
      if (key !== 'Escape') return;
      closePoint();
      map.getCanvas().focus();
    });
    const closeFarOut = (): void => {
      if (map.getZoom() < sharedPoint.fromZoom) closePoint();
    };
    map.on('zoom', closeFarOut);
    scope.add(() => map.off('zoom', closeFarOut));
    element.focus({ preventScroll: true });
    return () => scope.dispose();
  }, [map, sharedPoint, className, element]);
  return element;
}
