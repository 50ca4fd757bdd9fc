import { CircleAlert, CircleCheck, CircleDashed, CloudDownload, type LucideIcon, RefreshCw } from 'lucide-react';
import type { Ref } from 'react';
import type { PackSign, PackText } from './pack-text.ts';
import styles from './packs.module.css';

const ICONS: Record<PackSign, LucideIcon> = {
  absent: CloudDownload,
  busy: CircleDashed,
  good: CircleCheck,
  news: RefreshCw,
  bad: CircleAlert,
};

/** The state of a pack. The title, which receives `ref`, is announced when it changes; numbers are read on demand. */
export function PackState({ text, ref }: { readonly text: PackText; readonly ref: Ref<HTMLParagraphElement> }) {
  const { sign, title, facts, hint } = text;
  const Icon = ICONS[sign];
  return (
    <div className={styles.state} data-sign={sign}>
      <Icon size={22} aria-hidden />
      <div className={styles.words}>
        <p ref={ref} tabIndex={-1} aria-live="polite" className={styles.headline}>
          {title}
        </p>
        {facts === null ? null : <p className={styles.facts}>{facts}</p>}
        {hint === null ? null : <p className={styles.hint}>{hint}</p>}
      </div>
    </div>
  );
}
