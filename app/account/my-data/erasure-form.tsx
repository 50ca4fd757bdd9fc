import { type FormEvent, useState } from 'react';
import type { DropsChoice, ErasurePlan } from '../../../contracts/erasure.ts';
import type { User } from '../../../contracts/user.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { LostMaps } from './lost-maps.tsx';
import styles from './my-data.module.css';
import { myDataStrings } from './my-data-words.ts';
import { ProofField } from './proof-field.tsx';
import { useErasure } from './use-erasure.ts';

const CHOICES = ['keep', 'delete'] as const satisfies readonly DropsChoice[];

/** The maps that are deleted with an account, the choice for its drops elsewhere, and the owner's confirmation. */
export function ErasureForm({
  plan,
  user,
  onStale,
  onClose,
}: {
  readonly plan: ErasurePlan;
  readonly user: User;
  /** Called if more would now be deleted than the plan says. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}) {
  const words = myDataStrings.erasure;
  const { confirmBy, lost, dropsElsewhere, parcoursElsewhere } = plan;
  const [choice, setChoice] = useState<DropsChoice>();
  const [proof, setProof] = useState('');
  const { busy, failure, erase } = useErasure(plan, onStale);
  const drops = choice ?? (dropsElsewhere === 0 ? 'delete' : undefined);
  const isReady = drops !== undefined && (confirmBy === 'nothing' || proof.trim() !== '');

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy && isReady) void erase(drops, proof);
  };

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <LostMaps lost={lost} />
      {dropsElsewhere === 0 ? null : (
        <>
          <p>{words.elsewhere(dropsElsewhere, parcoursElsewhere)}</p>
          <OptionCards
            label={words.choices}
            options={CHOICES.map((value) => ({ value, ...words.drops[value] }))}
            chosen={choice}
            disabled={busy}
            onChoose={setChoice}
          />
        </>
      )}
      {confirmBy === 'nothing' ? null : (
        <>
          <ProofField kind={confirmBy} email={user.email} value={proof} onChange={setProof} />
          <p className={styles.hint}>{words.stays}</p>
        </>
      )}
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={styles.acts}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          {strings.app.cancel}
        </Button>
        <Button type="submit" variant="danger" busy={busy} disabled={!isReady}>
          {words.confirm}
        </Button>
      </div>
    </form>
  );
}
