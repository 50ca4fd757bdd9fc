import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { type Owner, PasswordForm } from './password-form.tsx';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';

const words = securityStrings.password;

/** Changes the person's password; for a Google account without one, offers to set a first one. */
export function PasswordSection({ owner, hasPassword }: { readonly owner: Owner; readonly hasPassword: boolean }) {
  return (
    <section className={styles.panel} aria-labelledby="security-password">
      <h2 id="security-password" className={styles.heading}>
        {words.title}
      </h2>
      {hasPassword ? (
        <PasswordForm owner={owner} />
      ) : (
        <>
          <p className={styles.hint}>{words.none}</p>
          <ButtonLink to={paths.forgotten} variant="secondary">
            {words.ask}
          </ButtonLink>
        </>
      )}
    </section>
  );
}
