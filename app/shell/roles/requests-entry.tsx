import { Inbox } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { roleRequests } from '../../state/session/role-requests.ts';
import { roleStrings } from '../../words/roles.ts';
import styles from '../menu.module.css';

const words = roleStrings.requests;

/** The menu's entry for the requests that a site's admin answers, with how many are open. */
export function RequestsEntry({ onChoose }: { readonly onChoose: () => void }) {
  const { openCount } = useSnapshot(roleRequests);
  return (
    <li>
      <NavLink to={paths.requests} end className={styles.entry ?? ''} onClick={onChoose}>
        <Inbox size={20} aria-hidden />
        {words.title}
        {openCount > 0 ? (
          <span className={styles.badge}>
            <span aria-hidden>{openCount}</span>
            <span className="visually-hidden">{words.waiting(openCount)}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}
