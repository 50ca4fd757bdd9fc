import { Wrench } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { paths } from '../paths.ts';
import { titles } from '../ui/title-words.ts';
import styles from './menu.module.css';

/** The menu's entry for the screen of the site's admins. */
export function AdminEntry({ onChoose }: { readonly onChoose: () => void }) {
  return (
    <li>
      <NavLink to={paths.admin} end className={styles.entry ?? ''} onClick={onChoose}>
        <Wrench size={20} aria-hidden />
        {titles.admin}
      </NavLink>
    </li>
  );
}
