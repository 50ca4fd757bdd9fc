import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { strings } from './common-words.ts';
import styles from './message.module.css';

/** An error message, announced at once (`role="alert"`); can be focused through `ref`. */
export function Alert({
  children,
  action,
  id,
  lang,
  ref,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly id?: string;
  /** Language of the message, if it is not the page's. */
  readonly lang?: string | undefined;
  readonly ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div role="alert" id={id} ref={ref} tabIndex={-1} className={classNames(styles.message, styles.alert)}>
      <CircleAlert size={20} aria-hidden />
      <div className={styles.text} lang={lang}>
        {children}
      </div>
      {action}
    </div>
  );
}

/** An error message with a button to try again. */
export function RetryAlert({
  variant = 'danger',
  lang,
  onRetry,
  children,
}: Pick<ButtonProps, 'variant' | 'lang'> & { readonly onRetry: () => unknown; readonly children: ReactNode }) {
  return (
    <Alert
      lang={lang}
      action={
        <Button variant={variant} onClick={() => void onRetry()}>
          {strings.app.retry}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

/** A message that needs no response, announced politely (`role="status"`). */
export function Notice({
  children,
  tone = 'info',
  action,
}: {
  readonly children: ReactNode;
  readonly tone?: 'info' | 'success';
  readonly action?: ReactNode;
}) {
  const Icon = tone === 'success' ? CircleCheck : Info;
  return (
    <div role="status" className={classNames(styles.message, styles[tone])}>
      <Icon size={20} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}
