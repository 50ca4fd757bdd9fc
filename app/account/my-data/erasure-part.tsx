import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DropsChoice, ErasurePlan } from '../../../contracts/erasure.ts';
import { isThrowaway, type User } from '../../../contracts/user.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, RetryAlert } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useAction, useLoad } from '../../ui/use-action.ts';
import styles from './my-data.module.css';
import { eraseMyAccount, planErasure } from './my-data.ts';
import { Section } from './my-data-section.tsx';
import { myDataStrings } from './my-data-words.ts';

/** The deletion of the account: what it means; on request, what is deleted with it, and the confirmation. */
export function ErasurePart({ user }: { readonly user: User }) {
  const words = myDataStrings.erasure;
  const [isOpen, setOpen] = useState(false);
  const isGuest = isThrowaway(user);
  return (
    <Section title={isGuest ? words.guestTitle : words.title}>
      <p>{isGuest ? words.guestText : words.text}</p>
      {isOpen ? (
        <PlannedErasure user={user} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {isGuest ? words.guestOpen : words.open}
        </Button>
      )}
    </Section>
  );
}

function PlannedErasure({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const { value: plan, failure, retry } = useLoad(planErasure);
  const [isStale, setStale] = useState(false);
  // Also discards the choice and the password: both were for another plan.
  const handleStale = (): void => {
    setStale(true);
    retry();
  };
  if (failure !== undefined) {
    return (
      <RetryAlert variant="primary" onRetry={retry}>
        {strings.errors.network}
      </RetryAlert>
    );
  }
  if (plan === undefined) return <Spinner label={strings.app.loading} />;
  return (
    <>
      {isStale ? <Alert>{myDataStrings.erasure.stale}</Alert> : null}
      <ErasureForm plan={plan} user={user} onStale={handleStale} onClose={onClose} />
    </>
  );
}

const CHOICES = ['keep', 'delete'] as const satisfies readonly DropsChoice[];

interface ErasureFormProps {
  readonly plan: ErasurePlan;
  readonly user: User;
  /** Called if more would now be deleted than the plan says. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** The maps that are deleted with an account, the choice for its drops elsewhere, and the owner's confirmation. */
function ErasureForm({ plan, user, onStale, onClose }: ErasureFormProps) {
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
    <form className={layout.stack4} noValidate onSubmit={handleSubmit}>
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
          <Hint>{words.stays}</Hint>
        </>
      )}
      {failure === null ? null : <Alert>{failure}</Alert>}
      <div className={layout.wrapEnd}>
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

/** The maps that are deleted with an account, and how to preserve those with other members. */
function LostMaps({ lost }: { readonly lost: ErasurePlan['lost'] }) {
  const words = myDataStrings.erasure;
  if (lost.length === 0) return null;
  return (
    <div className={styles.lost}>
      <p>{words.lost(lost.length)}</p>
      <ul className={styles.list}>
        {lost.map((map) => (
          <li key={map.id}>
            <span className={styles.what}>{map.name}</span>
            <Hint inline>{words.lostMap(map)}</Hint>
          </li>
        ))}
      </ul>
      {lost.some(({ members }) => members > 0) ? <Hint>{words.handOver}</Hint> : null}
    </div>
  );
}

interface ProofFieldProps {
  readonly kind: 'password' | 'email';
  readonly email: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field for the owner's confirmation: the account's password, or its address if it has none. */
function ProofField({ kind, email, value, onChange }: ProofFieldProps) {
  const words = myDataStrings.erasure;
  if (kind === 'password') {
    return (
      <PasswordField
        label={words.password}
        showLabel={words.show}
        hideLabel={words.hide}
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      label={words.email(email)}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/**
 * Returns `erase`, which deletes the account and opens the login. If more would be deleted than was shown, it deletes
 * nothing and calls `onStale`.
 */
function useErasure({ confirmBy, lost }: ErasurePlan, onStale: () => void) {
  const words = myDataStrings.erasure;
  const navigate = useNavigate();
  const { busy, failure, run } = useAction((error) => {
    const isWrong = error instanceof ApiError && WRONG.includes(error.code);
    if (!isWrong) return wordsFor(error);
    return confirmBy === 'email' ? words.wrongEmail : words.wrongPassword;
  });
  const erase = (drops: DropsChoice, proof: string): Promise<void> =>
    run(async () => {
      const shown = lost.map(({ id }) => id);
      try {
        await eraseMyAccount({ drops, lost: shown, ...(confirmBy === 'nothing' ? {} : { [confirmBy]: proof }) });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
        onStale();
        return;
      }
      showNotice(confirmBy === 'nothing' ? words.guestDone : words.done);
      navigate(paths.root);
    });
  return { busy, failure, erase };
}

/** The server's errors for a wrong confirmation: a wrong password, or an invalid address. */
const WRONG: readonly string[] = ['invalid_credentials', 'invalid_request'];
