import { ExternalLink, FileText, PersonStanding, Scale } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { hasEarlierScreen } from '../platform/page/back.ts';
import { session } from '../session/session.ts';
import { strings, titles } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { Logo } from '../ui/logo.tsx';
import { OutsideLink } from '../ui/outside-link.tsx';
import { Page } from '../ui/page.tsx';
import { AFTER_ABOUT } from './after-about.ts';
import styles from './legal.module.css';
import { aboutStrings } from './legal-words.ts';
import { useConfig } from './use-config.ts';

/**
 * About the product, with links to the social page and the website, if they are set, to the terms, the declaration of accessibility and
 * the licences.
 * The back arrow leads to the previous screen; without one, to the maps or the login.
 */
export function AboutScreen() {
  const config = useConfig();
  const identity = config?.identity;
  const isKnown = useSnapshot(session).user !== null;
  const words = aboutStrings;
  const back = {
    to: isKnown ? paths.parcours : paths.login,
    label: strings.app.back,
    isBefore: hasEarlierScreen(),
  };
  const pages = [
    { url: identity?.socialUrl, label: words.social },
    { url: identity?.websiteUrl, label: words.website },
  ];
  return (
    <Page title={<English>{words.title}</English>} back={back}>
      <div className={styles.about}>
        <Logo heightPx={96} />
        <p lang="en" className={styles.slogan}>
          {words.slogan}
        </p>
        <p className={styles.lead}>{words.text}</p>
        <ul className={styles.links}>
          {pages.map(({ url, label }) =>
            url ? (
              <li key={label}>
                <OutsideLink className={styles.link} href={url} icon={<ExternalLink size={20} aria-hidden />}>
                  {label}
                </OutsideLink>
              </li>
            ) : null,
          )}
          <li>
            <Link className={styles.link} to={paths.terms} state={AFTER_ABOUT}>
              <FileText size={20} aria-hidden />
              {words.terms}
            </Link>
          </li>
          <li>
            <Link className={styles.link} to={paths.accessibility}>
              <PersonStanding size={20} aria-hidden />
              {strings.app.accessibility(config?.accessibility?.state ?? null)}
            </Link>
          </li>
          <li>
            <Link className={styles.link} to={paths.licences} state={AFTER_ABOUT}>
              <Scale size={20} aria-hidden />
              {titles.licences}
            </Link>
          </li>
        </ul>
      </div>
    </Page>
  );
}
