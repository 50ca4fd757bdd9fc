import { subscribe } from 'valtio';
import { showNotice } from '../../page/notice-queue.ts';
import type { Scope } from '../../platform/scope.ts';
import { isPersisted, requestPersistence } from '../../platform/storage/persistence.ts';
import { keeping } from '../keeping.ts';
import type { OutboxView } from './outbox-view.ts';
import { outboxStrings } from './outbox-words.ts';

/**
 * Offers to ask the browser to keep stored data, with the reason, once a drop could not be sent and so stays here for
 * some time. Until `scope` is disposed. The offer comes first because some browsers ask the person, who should know
 * why.
 */
export function offerProtection(scope: Scope, view: OutboxView): void {
  let hasOffered = false;
  async function offer(): Promise<void> {
    hasOffered = true;
    if ((await isPersisted()) !== false || scope.disposed) return;
    const action = { label: outboxStrings.protect, run: () => void requestPersistence() };
    showNotice(outboxStrings.protectReason, { tone: 'info', action });
  }
  const look = (): void => {
    const waits = view.items.some(({ phase, isUnsent }) => isUnsent && phase === 'waiting');
    if (waits && !hasOffered && keeping.isLasting) void offer();
  };
  scope.add(subscribe(view, look));
}
