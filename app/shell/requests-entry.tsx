import { Inbox } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { roleStrings } from '../account/roles/roles-words.ts';
import { paths } from '../paths.ts';
import styles from './menu.module.css';

const words = roleStrings.requests;

/** The menu's entry for the requests that a site's admin answers, with the number of open ones. */
export function RequestsEntry({ count, onChoose }: { readonly count: number; readonly onChoose: () => void }) {
  return (
    <li>
      <NavLink to={paths.requests} end className={styles.entry ?? ''} onClick={onChoose}>
        <Inbox size={20} aria-hidden />
        {words.title}
        {count > 0 ? (
          <span className={styles.badge}>
            <span aria-hidden>{count}</span>
            <span className="visually-hidden">{words.waiting(count)}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}
