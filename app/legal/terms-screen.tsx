import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { AppConfig } from '../../contracts/config.ts';
import { wordsFor } from '../page/error-words.ts';
import { paths } from '../paths.ts';
import { acceptTerms, hasOlderTerms } from '../session/given-consents.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import { Alert, Notice } from '../ui/message.tsx';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { isAfterAbout } from './after-about.ts';
import { readFacts } from './filled-text.tsx';
import styles from './legal.module.css';
import { PartText } from './legal-part.tsx';
import { legalStrings } from './legal-words.ts';
import { shownTerms } from './terms-text.ts';
import { useConfig } from './use-config.ts';

/** The terms of use, the privacy policy, the legal notices and the research section. The arrow leads to About. */
export function TermsScreen() {
  const config = useConfig();
  // About replaces terms that were opened otherwise: its own arrow leads back to the previous screen.
  const isBefore = isAfterAbout(useLocation().state);
  return (
    <Page title={legalStrings.termsTitle} back={{ to: paths.about, label: strings.app.back, isBefore, replace: true }}>
      {config === undefined ? <Spinner label={strings.app.loading} /> : <Terms config={config} />}
    </Page>
  );
}

function Terms({ config }: { readonly config: AppConfig | null }) {
  const { hash, state, key } = useLocation();
  const facts = readFacts(config);
  const parts = shownTerms.text({ google: config !== null && config.googleClientId !== null });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link that is followed again has another key.
  useEffect(() => {
    const part = hash === '' ? null : document.getElementById(hash.slice(1));
    part?.scrollIntoView();
    part?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <div className={styles.text}>
      <TermsTop />
      <nav aria-label={legalStrings.contents}>
        <ul className={styles.contents}>
          {parts.map((part) => (
            <li key={part.id}>
              <Link to={{ hash: part.id }} state={state} replace>
                {part.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map((part) => (
        <PartText key={part.id} part={part} facts={facts} />
      ))}
    </div>
  );
}

/** The logo and the date of the terms, in another language which one is binding, and the question to people who accepted earlier ones. */
function TermsTop() {
  return (
    <>
      <header className={styles.top}>
        <Logo heightPx={56} />
        <p className={typography.hint}>{legalStrings.updated}</p>
      </header>
      {shownTerms.note === '' ? null : <p>{shownTerms.note}</p>}
      <AcceptTerms />
    </>
  );
}

/** Asks people who accepted earlier terms to accept the current ones; renders nothing for all others. */
function AcceptTerms() {
  const { user } = useSnapshot(session);
  const { busy, failure, run } = useAction(wordsFor);
  if (!hasOlderTerms(user)) return null;
  const words = legalStrings.newTerms;
  return (
    <div className={styles.ask}>
      <Notice
        action={
          <Button busy={busy} onClick={() => run(acceptTerms)}>
            {words.accept}
          </Button>
        }
      >
        {words.ask}
      </Notice>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </div>
  );
}
