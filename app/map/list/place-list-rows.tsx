import { Check, Circle, CloudUpload, Hexagon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import { nameOf, type PlacesAndWaiting } from '../../drops/outbox/outbox-view.ts';
import { draftStrings, outboxStrings } from '../../drops/outbox/outbox-words.ts';
import { editorTools, isDrawing } from '../../parcours/editor-tools.ts';
import { describeFreedom, formatNumberedName } from '../../places/place-words.ts';
import { formatTime } from '../../platform/page/time.ts';
import { isHere } from '../../position/distance.ts';
import { location } from '../../position/location.ts';
import type { PickedPlace } from '../../tellings/picked.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { langOf } from '../../ui/language.ts';
import { formatAway } from '../../ui/number-words.ts';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { heardNow, playedOf } from '../../walk/guide/walk-state.ts';
import { choosePlace, listening, playListed } from '../../walk/listening.ts';
import { nearbyStrings } from '../../walk/nearby/nearby-words.ts';
import { mapStrings } from '../map-words.ts';
import type { NumberedPlan } from '../use-shown-places.ts';
import styles from './place-list.module.css';
import { chooseOrderFix, type ListedPlace, type ListedPlaces, orderPlaces, setListOrder } from './place-order.ts';
import { PlannedRows } from './planned-rows.tsx';

/** A row for each place and waiting drop, those without audio last. Mounted only while the list is open. */
export function PlaceListRows({
  shown: { settled, waiting },
  planned,
  onChoose,
  renderBeside,
}: {
  readonly shown: PlacesAndWaiting;
  readonly planned: readonly NumberedPlan[];
  readonly onChoose: (geometry: Geometry) => void;
  readonly renderBeside?: ((place: Place) => ReactNode) | undefined;
}) {
  const { walk } = useSnapshot(listening);
  const listed = useListedPlaces(settled);
  useEffect(() => setListOrder(listed), [listed]);
  const { stories, silent, isByDistance } = listed;
  const silentId = useId();
  const isHeard = ({ place }: (typeof stories)[number]): boolean => heardNow(walk).includes(place.id);
  const toFill = <PlannedRows planned={planned} onChoose={onChoose} />;
  if (settled.length + waiting.length === 0) {
    if (planned.length > 0) return toFill;
    return <EmptyState title={mapStrings.noPlaces} hint={mapStrings.noPlacesHint} />;
  }
  const count = mapStrings.placeCount(settled.length + waiting.length);
  const free = describeFreedom(settled);
  const inOrder = free === null ? nearbyStrings.inOrder : nearbyStrings.unordered;
  const heardCount = stories.filter(isHeard).length;
  const toRow = (row: (typeof stories)[number]) => (
    <PlaceListRow
      key={row.place.id}
      listed={row}
      isHeard={isHeard(row)}
      beside={renderBeside?.(row.place)}
      onChoose={onChoose}
    />
  );
  return (
    <>
      <p className={styles.order}>
        {isByDistance ? nearbyStrings.byDistance(count) : inOrder(count)}
        {free !== null && ` ${free}`}
        {heardCount > 0 && ` ${nearbyStrings.heardCount(heardCount, stories.length)}`}
      </p>
      {stories.length + waiting.length > 0 && (
        <PlaceRowList>
          {stories.map(toRow)}
          {waiting.map((item) => (
            <WaitingRow key={item.id} item={item} onChoose={onChoose} />
          ))}
        </PlaceRowList>
      )}
      {toFill}
      {silent.length > 0 && (
        <section aria-labelledby={silentId}>
          <h3 id={silentId} className={styles.silent}>
            {nearbyStrings.silent}
          </h3>
          <PlaceRowList>{silent.map(toRow)}</PlaceRowList>
        </section>
      )}
    </>
  );
}

/** Returns the list of places with current distances, in an order that changes only after a larger movement. */
function useListedPlaces(list: readonly PickedPlace[]): ListedPlaces {
  const { fix } = useSnapshot(location);
  const [held, setHeld] = useState(fix);
  const next = chooseOrderFix(held, fix);
  if (next !== held) setHeld(next);
  return useMemo(() => orderPlaces(list, next, fix ?? next), [list, next, fix]);
}

/** A place in the list; a tap selects it and plays its story. */
function PlaceListRow({
  listed,
  isHeard,
  beside,
  onChoose,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  readonly beside: ReactNode;
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { walk } = useSnapshot(listening);
  const { id, feature, media } = listed.place;
  const isSelected = id === walk.selected;
  const begunAtMs = playedOf(walk, id)?.atMs ?? null;
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
      name={formatNumberedName(listed.place)}
      nameLang={langOf(listed.place.language)}
      beside={beside}
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

/** A place's distance, the length of its story, and whether it was heard or begun. */
function PlaceFacts({
  listed: { place, away },
  isHeard,
  begunAtMs,
}: {
  readonly listed: ListedPlace;
  readonly isHeard: boolean;
  /** Where its story stopped, if it began but was not heard; null otherwise. */
  readonly begunAtMs: number | null;
}) {
  const lengthS = place.media?.data.length ?? null;
  const kind = place.feature.type === 'Point' ? mapStrings.pointKind : mapStrings.zoneKind;
  return (
    <span className={styles.facts}>
      {/* The icon shows it visually. */}
      <span className="visually-hidden">{kind}</span>
      {away === null ? null : (
        <span>{isHere(away) ? nearbyStrings.here : nearbyStrings.atDistance(formatAway(away))}</span>
      )}
      {lengthS === null ? null : (
        <span>
          <span className="visually-hidden">{nearbyStrings.length} </span>
          {formatTime(lengthS)}
        </span>
      )}
      {begunAtMs === null ? null : <span>{nearbyStrings.isBegun(formatTime(begunAtMs / 1000))}</span>}
      {isHeard && (
        <span className={styles.heard}>
          <Check size={14} aria-hidden />
          {nearbyStrings.isHeard}
        </span>
      )}
    </span>
  );
}

/** A drop that waits to be sent or saved. */
function WaitingRow({
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
