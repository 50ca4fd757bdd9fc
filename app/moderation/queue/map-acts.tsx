import { useState } from 'react';
import type { ThingState } from '../../../contracts/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../moderation.module.css';
import { OpenedMapSheet } from './opened-map-sheet.tsx';
import { queueStrings } from './queue-words.ts';

const words = queueStrings;

/** The state of a map, with the button to open it completely. */
export function MapActs({
  map: { id, name, state: known },
}: {
  readonly map: { readonly id: ParcoursId; readonly name: string; readonly state: ThingState };
}) {
  const [state, setState] = useState(known);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.section}>
      {state === 'shown' ? null : <p className={styles.state}>{words.states[state]}</p>}
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={words.actOn(words.openMap, name)}
        onClick={() => setOpen(true)}
      >
        {words.openMap}
      </Button>
      {isOpen ? <OpenedMapSheet mapId={id} name={name} onState={setState} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
