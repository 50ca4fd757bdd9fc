import { useEffect, useId } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlacesAndWaiting } from '../../drops/outbox/outbox-view.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaceRowList } from '../../ui/place-row.tsx';
import { heardNow } from '../../walk/guide/walk-state.ts';
import { listening } from '../../walk/listening.ts';
import { nearbyStrings } from '../../walk/nearby/nearby-words.ts';
import { mapStrings } from '../map-words.ts';
import { holdOrder } from './list-order.ts';
import styles from './place-list.module.css';
import { PlaceListRow } from './place-list-row.tsx';
import { useListedPlaces } from './use-listed-places.ts';
import { WaitingRow } from './waiting-row.tsx';

/**
 * A row for each place and each waiting drop, those without audio last. Mounted only while the list is open, because a
 * map may have hundreds.
 */
export function PlaceListRows({
  shown: { settled, waiting },
  onChoose,
}: {
  readonly shown: PlacesAndWaiting;
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const { walk } = useSnapshot(listening);
  const listed = useListedPlaces(settled);
  useEffect(() => holdOrder(listed), [listed]);
  const { stories, silent, isByDistance } = listed;
  const silentId = useId();
  const isHeard = ({ place }: (typeof stories)[number]): boolean => heardNow(walk).includes(place.id);
  if (settled.length + waiting.length === 0) {
    return <EmptyState title={mapStrings.noPlaces} hint={mapStrings.noPlacesHint} />;
  }
  const count = mapStrings.placeCount(settled.length + waiting.length);
  const heardCount = stories.filter(isHeard).length;
  const toRow = (row: (typeof stories)[number]) => (
    <PlaceListRow key={row.place.id} listed={row} isHeard={isHeard(row)} onChoose={onChoose} />
  );
  return (
    <>
      <p className={styles.order}>
        {isByDistance ? nearbyStrings.byDistance(count) : nearbyStrings.inOrder(count)}
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
