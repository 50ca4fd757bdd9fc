import styles from './key-list.module.css';

/** Keys of the keyboard, and what they do. */
export function KeyList({
  entries,
}: {
  readonly entries: readonly { readonly keys: readonly string[]; readonly effect: string }[];
}) {
  return (
    <dl className={styles.list}>
      {entries.map(({ keys, effect }) => (
        <div key={effect} className={styles.entry}>
          <dt className={styles.keys}>
            {keys.map((key) => (
              <kbd key={key} className={styles.key}>
                {key}
              </kbd>
            ))}
          </dt>
          <dd className={styles.effect}>{effect}</dd>
        </div>
      ))}
    </dl>
  );
}
