import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DropsChoice, ErasurePlan } from '../../../contracts/rights/erasure.ts';
import type { User } from '../../../contracts/user.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { eraseMyAccount } from '../../state/leaving/erase-account.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { myDataStrings } from '../../words/rights/my-data.ts';
import { strings } from '../../words/strings.ts';
import { LostMaps } from './lost-maps.tsx';
import styles from './my-data.module.css';

const CHOICES = ['keep', 'delete'] as const satisfies readonly DropsChoice[];

/** What goes with an account, what becomes of its drops elsewhere, and the proof that its owner asks. */
export function ErasureForm({
  plan: { confirmBy, lost, dropsElsewhere, parcoursElsewhere },
  user,
  onClose,
}: {
  readonly plan: ErasurePlan;
  readonly user: User;
  readonly onClose: () => void;
}) {
  const words = myDataStrings.erasure;
  const navigate = useNavigate();
  const [choice, setChoice] = useState<DropsChoice>();
  const [proof, setProof] = useState('');
  const { busy, failure, run } = useAction((error) => wordsForRefusal(error, confirmBy));
  const drops = choice ?? (dropsElsewhere === 0 ? 'delete' : undefined);
  const isReady = drops !== undefined && (confirmBy === 'nothing' || proof.trim() !== '');

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || drops === undefined || !isReady) return;
    void run(async () => {
      await eraseMyAccount({ drops, ...(confirmBy === 'nothing' ? {} : { [confirmBy]: proof }) });
      showNotice(confirmBy === 'nothing' ? words.guestDone : words.done);
      navigate(paths.root);
    });
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
      {confirmBy === 'password' ? (
        <PasswordField
          label={words.password}
          showLabel={words.show}
          hideLabel={words.hide}
          autoComplete="current-password"
          value={proof}
          onChange={(event) => setProof(event.target.value)}
        />
      ) : null}
      {confirmBy === 'email' ? (
        <TextField
          label={words.email(user.email)}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          value={proof}
          onChange={(event) => setProof(event.target.value)}
        />
      ) : null}
      {confirmBy === 'nothing' ? null : <p className={styles.hint}>{words.stays}</p>}
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

function wordsForRefusal(error: unknown, confirmBy: ErasurePlan['confirmBy']): string {
  const { wrongPassword, wrongEmail } = myDataStrings.erasure;
  const isWrong =
    error instanceof ApiError && (error.code === 'invalid_credentials' || error.code === 'invalid_request');
  if (!isWrong) return wordsFor(error);
  return confirmBy === 'email' ? wrongEmail : wrongPassword;
}
