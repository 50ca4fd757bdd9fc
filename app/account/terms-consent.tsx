import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { strings } from '../ui/common-words.ts';
import styles from './account-page.module.css';

const words = strings.signUp;

/** The checkbox to accept the terms, with a link to them. */
export function TermsConsent({
  field,
}: {
  readonly field: { readonly name: string; readonly invalid: boolean; readonly describedBy: string };
}) {
  return (
    <div className={styles.consent}>
      <Checkbox {...field} label={words.terms} required />
      {/* A new tab preserves the filled-in fields. */}
      <Link className={styles.link} to={paths.terms} target="_blank">
        {words.readTerms}
        <span className="visually-hidden"> {strings.app.newTab}</span>
      </Link>
    </div>
  );
}
