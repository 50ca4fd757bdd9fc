import { Logo } from '../ui/logo.tsx';
import { AcceptTerms } from './accept-terms.tsx';
import styles from './legal.module.css';
import { legalStrings } from './legal-words.ts';

/** The logo and the date of the terms, and the question to people who accepted earlier ones. */
export function TermsTop() {
  return (
    <>
      <header className={styles.top}>
        <Logo heightPx={56} />
        <p className={styles.date}>{legalStrings.updated}</p>
      </header>
      <AcceptTerms />
    </>
  );
}
