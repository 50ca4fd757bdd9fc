import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import styles from './full-page.module.css';
import { missingStrings } from './missing-words.ts';

/** The screen of an unknown path. `code` and `text` replace the defaults. */
export function NotFoundScreen({
  code = strings.shell.notFoundCode,
  text = strings.shell.notFound,
}: {
  readonly code?: string;
  readonly text?: string;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <main id="main" className={styles.screen}>
      <Logo heightPx={84} waves />
      <p className={styles.code}>{code}</p>
      <h1 ref={heading} tabIndex={-1} lang="en" className={styles.title}>
        {text}
      </h1>
      <p className={styles.hint}>{missingStrings.notFoundHint}</p>
      <ButtonLink to={paths.home}>{missingStrings.toMap}</ButtonLink>
    </main>
  );
}
