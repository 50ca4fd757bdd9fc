import styles from './logo.module.css';

/** The logo: a drop, also a map pin, with sound bars inside; `waves` animates rings around it. Decorative. */
export function Logo({ heightPx = 32, waves = false }: { readonly heightPx?: number; readonly waves?: boolean }) {
  return (
    <span className={styles.logo} style={{ height: heightPx, width: (heightPx * 44) / 62 }} aria-hidden>
      {waves ? (
        <>
          <span className={styles.ring} />
          <span className={styles.ring} />
          <span className={styles.ring} />
        </>
      ) : null}
      <svg viewBox="10 2 44 62" height={heightPx} className={styles.mark} role="presentation">
        <path
          className={styles.drop}
          d="M32 61C21.500 47.500 11 37.500 11 24.500a21 21 0 0 1 42 0C53 37.500 42.500 47.500 32 61Z"
        />
        <path className={styles.bar} d="M22 21v7" />
        <path className={styles.bar} d="M32 14v21" />
        <path className={styles.bar} d="M42 19v11" />
      </svg>
      {waves ? <span className={styles.shadow} /> : null}
    </span>
  );
}
