import { Component, type ReactNode } from 'react';
import { reloadPage } from '../platform/page/page-events.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Logo } from '../ui/logo.tsx';
import { Alert } from '../ui/message.tsx';
import styles from './full-page.module.css';

/** Shows an error screen instead of a blank page when a screen throws while it renders. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null };

  /** Called by React with the thrown value. */
  static getDerivedStateFromError(thrown: unknown): { readonly error: Error } {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main className={styles.screen}>
        <Logo heightPx={84} />
        <h1 lang="en" className={styles.title}>
          {strings.shell.crashed}
        </h1>
        <p className={styles.hint}>{strings.shell.crashedHint}</p>
        <Alert lang="en">{error.message}</Alert>
        <Button onClick={reloadPage}>{strings.shell.reload}</Button>
      </main>
    );
  }
}
