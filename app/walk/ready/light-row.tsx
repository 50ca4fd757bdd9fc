import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Light, LightLevel } from './lights.ts';
import styles from './ready.module.css';
import { readyStrings as words } from './ready-words.ts';

const ICONS: Record<LightLevel, LucideIcon> = {
  good: CircleCheck,
  fair: TriangleAlert,
  bad: CircleAlert,
  pending: CircleDashed,
};

/** A light, whose shape and words convey the same as its colour. `children` are its actions. */
export function LightRow({ light, children }: { readonly light: Light; readonly children?: ReactNode }) {
  const { name, level, text } = light;
  const Icon = ICONS[level];
  return (
    <li className={styles.light} data-level={level}>
      <Icon size={22} aria-hidden />
      <div className={styles.words}>
        <p className={styles.name}>
          <span>{words.names[name]}</span>
          <span className={styles.level}>{words.levels[level]}</span>
        </p>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </li>
  );
}
