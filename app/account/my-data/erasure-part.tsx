import { useState } from 'react';
import { isThrowaway, type User } from '../../../contracts/user.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { ErasureForm } from './erasure-form.tsx';
import { planErasure } from './my-data.ts';
import { myDataStrings } from './my-data-words.ts';
import { Section } from './section.tsx';
import { useLoaded } from './use-loaded.ts';

/** The deletion of the account: first what it means, then, on request, what is deleted with it and the confirmation. */
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
  const [plan, load] = useLoaded(planErasure);
  const [isStale, setStale] = useState(false);
  // Also discards the choice and the password: both were for another plan.
  const handleStale = (): void => {
    setStale(true);
    load();
  };
  if (plan === undefined) return <Spinner label={strings.app.loading} />;
  if (plan === null) {
    return <Alert action={<Button onClick={load}>{strings.app.retry}</Button>}>{strings.errors.network}</Alert>;
  }
  return (
    <>
      {isStale ? <Alert>{myDataStrings.erasure.stale}</Alert> : null}
      <ErasureForm plan={plan} user={user} onStale={handleStale} onClose={onClose} />
    </>
  );
}
