import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { strings } from '../../ui/common-words.ts';
import { Alert, Notice } from '../../ui/message.tsx';
import { useAction } from '../../ui/use-action.ts';
import styles from '../account-page.module.css';
import { AccountPage } from '../account-page.tsx';
import { passwordStrings, wordsForLinkFailure } from '../credentials-words.ts';
import { verifyEmail } from './password-reset.ts';

const words = passwordStrings.verify;

/** Verifies an address through a link with a token as its fragment, by a button: programs open links in mails, too. */
export function VerifyScreen() {
  const token = useLocation().hash.slice(1);
  const [isDone, setDone] = useState(false);
  const { busy, failure, run } = useAction(wordsForLinkFailure);
  const handleClick = (): void => {
    void run(async () => {
      await verifyEmail(token);
      setDone(true);
    });
  };
  return (
    <AccountPage title={words.title} lead={words.lead}>
      <div className={styles.form}>
        {token === '' ? <Alert>{passwordStrings.linkIncomplete}</Alert> : null}
        {failure === null ? null : <Alert>{failure}</Alert>}
        {isDone ? <Notice tone="success">{words.done}</Notice> : null}
        {token === '' || isDone || failure === passwordStrings.linkEnded ? (
          <ButtonLink to={paths.home} wide>
            {words.goOn}
          </ButtonLink>
        ) : (
          <Button wide busy={busy} onClick={handleClick}>
            {failure === null ? words.submit : strings.app.retry}
          </Button>
        )}
      </div>
    </AccountPage>
  );
}
