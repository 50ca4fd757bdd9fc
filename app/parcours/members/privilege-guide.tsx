import { ChevronRight } from 'lucide-react';
import { PRIVILEGES } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { paneStrings } from '../panes-words.ts';
import { privilegeStrings } from '../privilege-words.ts';
import styles from './members.module.css';

/** Explains the privileges on a map, and what an account adds to them. */
export function PrivilegeGuide() {
  return (
    <details className={styles.guide}>
      <summary>
        <ChevronRight size={18} aria-hidden />
        {roleStrings.guide.title}
      </summary>
      <div className={styles.guideText}>
        <dl className={styles.guideList}>
          {[...PRIVILEGES].reverse().map((privilege) => (
            <div key={privilege}>
              <dt lang="en">{privilegeStrings[privilege]}</dt>
              <dd>{paneStrings.privilegeTexts[privilege]}</dd>
            </div>
          ))}
        </dl>
        <p>{roleStrings.guide.account}</p>
      </div>
    </details>
  );
}
