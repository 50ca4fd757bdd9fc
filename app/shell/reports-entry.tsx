import { MessageSquareWarning } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { queueStrings } from '../moderation/queue/queue-words.ts';
import { paths } from '../paths.ts';
import styles from './menu.module.css';

/** The menu's entry for the reports that a site's admin decides on, with the number of waiting ones. */
export function ReportsEntry({ count, onChoose }: { readonly count: number; readonly onChoose: () => void }) {
  return (
    <li>
      <NavLink to={paths.reports} end className={styles.entry ?? ''} onClick={onChoose}>
        <MessageSquareWarning size={20} aria-hidden />
        {queueStrings.title}
        {count > 0 ? (
          <span className={styles.badge}>
            <span aria-hidden>{count}</span>
            <span className="visually-hidden">{queueStrings.waiting(count)}</span>
          </span>
        ) : null}
      </NavLink>
    </li>
  );
}
