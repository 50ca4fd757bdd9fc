import { Mic } from 'lucide-react';
import { useId } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { openPlanned } from '../../drops/fill/fill.ts';
import { fillStrings, wordsForAsked } from '../../drops/fill/fill-words.ts';
import { formatNumberedName } from '../../places/place-words.ts';
import { distanceFromFix, isHere } from '../../position/distance.ts';
import { location } from '../../position/location.ts';
import { session } from '../../session/session.ts';
import { formatAway } from '../../ui/number-words.ts';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { StateChip } from '../../ui/state-chip.tsx';
import type { NumberedPlan } from '../use-shown-places.ts';
import styles from './place-list.module.css';

/** The planned places, for people who may fill them; a tap opens the card of one. */
export function PlannedRows({
  planned,
  onChoose,
}: {
  readonly planned: readonly NumberedPlan[];
  readonly onChoose: (geometry: Geometry) => void;
}) {
  const titleId = useId();
  const { user } = useSnapshot(session);
  const { fix } = useSnapshot(location);
  if (planned.length === 0) return null;
  const factsOf = (place: PlannedPlace): string => {
    const away = fix === null ? null : distanceFromFix(fix, place.feature);
    const far = away === null ? null : isHere(away) ? fillStrings.here : fillStrings.away(formatAway(away));
    return [far, wordsForAsked(place, user?.id)].filter((fact) => fact !== null).join(' · ');
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.silent}>
        {fillStrings.listTitle(planned.length)}
      </h3>
      <PlaceRowList>
        {planned.map((place) => (
          <PlaceRow
            key={place.id}
            icon={<Mic size={18} aria-hidden />}
            name={formatNumberedName(place)}
            detail={factsOf(place)}
            className={styles.planned}
            onClick={() => {
              openPlanned(place.id);
              onChoose(place.feature);
            }}
          >
            <StateChip state={place.state} label={fillStrings.states[place.state]} />
          </PlaceRow>
        ))}
      </PlaceRowList>
    </section>
  );
}
