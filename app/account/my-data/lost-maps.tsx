import type { ErasurePlan } from '../../../contracts/erasure.ts';
import styles from './my-data.module.css';
import { myDataStrings } from './my-data-words.ts';

/**
 * The maps that are deleted with an account, by name, and how to preserve those with other members, if there are any.
 */
export function LostMaps({ lost }: { readonly lost: ErasurePlan['lost'] }) {
  const words = myDataStrings.erasure;
  if (lost.length === 0) return null;
  return (
    <div className={styles.lost}>
      <p>{words.lost(lost.length)}</p>
      <ul className={styles.list}>
        {lost.map((map) => (
          <li key={map.id}>
            <span className={styles.what}>{map.name}</span>
            <span className={styles.hint}>{words.lostMap(map)}</span>
          </li>
        ))}
      </ul>
      {lost.some(({ members }) => members > 0) ? <p className={styles.hint}>{words.handOver}</p> : null}
    </div>
  );
}
