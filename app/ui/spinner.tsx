import styles from './spinner.module.css';

/** A loading indicator; decorative without `label`. Pass a label if no text says what is loading. */
export function Spinner({ label, size = 20 }: { readonly label?: string; readonly size?: number }) {
  return (
    <span
      className={styles.spinner}
      style={{ width: size, height: size }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label })}
    />
  );
}
