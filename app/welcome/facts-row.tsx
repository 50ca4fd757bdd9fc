import { AudioLines, Clock, Footprints, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { loadPlaces } from '../places/places.ts';
import { RetryAlert } from '../ui/message.tsx';
import typography from '../ui/typography.module.css';
import type { ParcoursFacts } from './parcours-facts.ts';
import styles from './welcome.module.css';
import { welcomeStrings as words } from './welcome-words.ts';

/** Number of stories, and, if known, the approximate length and duration of the walk past them. */
export function FactsRow({
  facts: { stories, lengthM, minutes },
  isListed,
  hasFailed,
  mayDrop,
}: {
  readonly facts: ParcoursFacts;
  readonly isListed: boolean;
  readonly hasFailed: boolean;
  readonly mayDrop: boolean;
}) {
  if (!isListed && hasFailed) {
    return <RetryAlert onRetry={loadPlaces}>{words.failed}</RetryAlert>;
  }
  if (!isListed) {
    return (
      <p role="status" className={typography.soft}>
        {words.loading}
      </p>
    );
  }
  if (stories === 0) return <p className={typography.soft}>{mayDrop ? words.emptyForDroppers : words.empty}</p>;
  const estimates = [
    ...(lengthM === null ? [] : [words.length(lengthM)]),
    ...(minutes === null ? [] : [words.duration(minutes)]),
  ];
  return (
    <ul className={styles.facts} aria-label={words.facts}>
      <Fact Icon={AudioLines} value={String(stories)} unit={words.stories(stories)} />
      {estimates.length === 0 ? null : (
        <Fact
          Icon={lengthM === null ? Clock : Footprints}
          value={
            <>
              <span className={styles.unit}>{words.about}</span> {estimates.join(' · ')}
            </>
          }
          unit={words.estimateOf(lengthM !== null, minutes !== null)}
        />
      )}
    </ul>
  );
}

function Fact({ Icon, value, unit }: { readonly Icon: LucideIcon; readonly value: ReactNode; readonly unit: string }) {
  return (
    <li className={styles.fact}>
      <Icon size={20} aria-hidden />
      <span className={styles.value}>{value}</span>
      <span className={styles.unit}>{unit}</span>
    </li>
  );
}
