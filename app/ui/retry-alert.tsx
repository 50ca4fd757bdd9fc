import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { strings } from './common-words.ts';
import { Alert } from './message.tsx';

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
