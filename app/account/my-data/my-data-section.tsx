import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import styles from './my-data.module.css';

/** A part of the screen with its heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Returns the result of `read`, undefined while it loads and null if it failed, and a function to try again. */
export function useLoaded<Value>(read: () => Promise<Value>): readonly [Value | null | undefined, () => void] {
  const [value, setValue] = useState<Value | null>();
  const load = useCallback(() => {
    setValue(undefined);
    read().then(setValue, () => setValue(null));
  }, [read]);
  useEffect(load, [load]);
  return [value, load];
}
