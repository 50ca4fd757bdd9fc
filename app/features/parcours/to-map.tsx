import { Check } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { hasParcours, parcours } from '../../state/maps/parcours.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { parcoursStrings } from '../../words/maps/parcours.ts';
import styles from './parcours.module.css';

/** The green check: goes on to the map, for somebody who listens to one or edits one. It stays in sight while the list scrolls. */
export function ToMap() {
  const hasMap = hasParcours(useSnapshot(parcours));
  if (!hasMap) return null;
  return (
    <div className={styles.toMap}>
      <ButtonLink to={paths.home} variant="success" wide icon={<Check size={22} strokeWidth={2.5} aria-hidden />}>
        {parcoursStrings.done}
      </ButtonLink>
    </div>
  );
}
