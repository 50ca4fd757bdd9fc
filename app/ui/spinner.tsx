import styles from './spinner.module.css';

/** A turning ring while something is awaited. Pass `label` where nothing else says what is awaited. */
export function Spinner({ label, size = 20 }: { readonly label?: string; readonly size?: number }) {
  return (
    <span
      className={styles.spinner}
      style={{ width: size, height: size }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    />
  );
}
