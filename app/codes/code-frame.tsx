import type { ReactNode } from 'react';
import { RetryAlert } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useArrivalFocus } from '../ui/use-arrival-focus.ts';
import { codeStrings as words } from './code-words.ts';
import styles from './codes.module.css';

/** The frame of a code's page: a heading, which takes the focus, and what can be done. `lang` is the title's. */
export function CodeFrame({
  eyebrow,
  title,
  lang,
  children,
}: {
  readonly eyebrow?: string;
  readonly title: string;
  readonly lang?: string | undefined;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <article className={styles.screen}>
      {eyebrow === undefined ? null : <p className={styles.eyebrow}>{eyebrow}</p>}
      <h1 ref={heading} tabIndex={-1} lang={lang} dir="auto" className={styles.title}>
        {title}
      </h1>
      <div className={styles.acts}>{children}</div>
    </article>
  );
}

/** Shown while the place of a code is looked for. */
export function CodeLooking() {
  return (
    <div className={styles.screen}>
      <Spinner size={32} label={words.looking} />
    </div>
  );
}

/** Tells why the place of a code could not be looked for. */
export function CodeFailure({ words: reason, onRetry }: { readonly words: string; readonly onRetry: () => void }) {
  return (
    <div className={styles.screen}>
      <RetryAlert onRetry={onRetry}>{reason}</RetryAlert>
    </div>
  );
}

/** Tells that a code leads nowhere. `children` are the ways from there. */
export function CodeUnknown({ children }: { readonly children: ReactNode }) {
  return (
    <CodeFrame title={words.unknown}>
      <p className={styles.hint}>{words.unknownHint}</p>
      {children}
    </CodeFrame>
  );
}
