import { useEffect } from 'react';
import { paths } from '../paths.ts';
import { setPageTitle } from '../platform/page/page-events.ts';
import { PageLink } from '../ui/button-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import styles from './full-page.module.css';
import { visitStrings as words } from './visit-words.ts';

/** The screen of a visit whose parcours people without an account no longer see. @param onShow ends what plays */
export function VisitOver({ onShow }: { readonly onShow: () => void }) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  useEffect(() => {
    setPageTitle(words.over);
    onShow();
  }, [onShow]);
  return (
    <main id="main" className={styles.screen}>
      <Logo heightPx={84} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {words.over}
      </h1>
      <p className={styles.hint}>{words.overHint}</p>
      <PageLink href={paths.login}>{words.login}</PageLink>
    </main>
  );
}
