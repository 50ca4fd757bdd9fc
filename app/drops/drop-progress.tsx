import { useEffect, useState } from 'react';
import { Scope } from '../platform/scope.ts';
import { Button } from '../ui/button.tsx';
import { Alert } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { wordsForOutboxError, wordsForUnsent } from './drop-fault-words.ts';
import styles from './drop-progress.module.css';
import { currentOutbox } from './drop-services.ts';
import type { OutboxItem } from './outbox/outbox-view.ts';
import { outboxStrings } from './outbox/outbox-words.ts';

/** The progress of a drop in the outbox, why it waits, and a button to retry. */
export function DropProgress({ item }: { readonly item: OutboxItem }) {
  const words = outboxStrings;
  const { phase, progress, error, canRetry, nextTryMs, isDraft } = item;
  const waitS = useSecondsUntil(nextTryMs);
  const { failure, run } = useAction(wordsForOutboxError);
  const retry = (): Promise<void> => run(() => currentOutbox().retry(item.id));
  const again = canRetry && (
    <Button variant={phase === 'refused' ? 'danger' : 'secondary'} onClick={() => void retry()}>
      {phase === 'refused' ? words.retry : words.retryNow}
    </Button>
  );
  if (phase === 'refused')
    return <Alert action={again}>{failure ?? (error === null ? null : wordsForUnsent(error))}</Alert>;
  const isGoing = phase === 'sending' && progress !== 0 && !(isDraft && progress === 1);
  const hasBar = phase === 'preparing' || phase === 'converting' || isGoing;
  const label = describePhase(item);
  const share = progress === null ? '' : ` ${Math.round(progress * 100)}\u00a0%`;
  return (
    <div className={styles.progress}>
      <p className={styles.line}>
        {label}
        {hasBar && share}
        {waitS !== null && `, ${words.retryIn(waitS)}`}
      </p>
      {error !== null && <p className={typography.soft}>{wordsForUnsent(error)}</p>}
      {failure !== null && <Alert>{failure}</Alert>}
      {again}
      {hasBar && <ProgressBar label={label} value={progress} />}
    </div>
  );
}

/** Describes what happens to a drop: not sending before its first byte has left, nor published before it is saved. */
function describePhase({ phase, progress, isDraft }: OutboxItem): string {
  const { phases, sendingDraft } = outboxStrings;
  if (phase === 'refused') return '';
  if (phase !== 'sending') return phases[phase];
  if (progress === 0) return isDraft ? phases.unsaved : phases.queued;
  if (isDraft && progress === 1) return phases.sent;
  return isDraft ? sendingDraft : phases.sending;
}

/** Returns the seconds until a time, counted down; null without a time, and once it has passed. */
function useSecondsUntil(timeMs: number | null): number | null {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (timeMs === null) return;
    setNow(Date.now());
    const scope = new Scope();
    scope.interval(() => setNow(Date.now()), 1000);
    return () => scope.dispose();
  }, [timeMs]);
  return timeMs === null || timeMs <= nowMs ? null : Math.ceil((timeMs - nowMs) / 1000);
}
