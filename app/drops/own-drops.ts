import { proxy } from 'valtio';
import type { UserId } from '../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../workers/client/recording-client.ts';
import type { Scope } from '../platform/scope.ts';
import { learnKeeping } from './keeping.ts';
import { KeepError } from './outbox/drop-draft.ts';
import { offerProtection } from './outbox/offer-protection.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { NOTHING_WAITS, type OutboxView } from './outbox/outbox-view.ts';
import { outboxStrings } from './outbox/outbox-words.ts';
import { startRecorder } from './record/recorder.ts';
import { guardFound } from './record/recording-guard.ts';
import { startRecordings } from './record/recordings.ts';

/** The waiting drops of this session. Changed only by its outbox. */
export const outbox = proxy<OutboxView>(NOTHING_WAITS());

let own: Outbox | null = null;

/** Lets this person record, and sends their waiting drops, until `scope` is disposed. */
export function startDrops(scope: Scope, userId: UserId): void {
  // Recorder and outbox share one recording worker.
  const files = createRecordingClient();
  scope.add(() => files.dispose());
  learnKeeping(scope, files);
  startRecordings(scope, userId, files);
  guardFound(scope);
  startRecorder(scope);
  const opened = createOutbox(scope, userId, files, outbox);
  offerProtection(scope, outbox);
  own = opened;
  scope.add(() => {
    if (own === opened) own = null;
  });
}

/**
 * Returns the outbox of this session.
 *
 * @throws {KeepError} with words for the person if nobody is logged in who may record drops.
 */
export function ownOutbox(): Outbox {
  if (own === null) throw new KeepError(outboxStrings.keepFailed);
  return own;
}

/** Discards a drop. @returns why that failed, in words; null if it succeeded. */
export async function whyNotDiscarded(id: string): Promise<string | null> {
  try {
    return (await ownOutbox().discard(id)) ? null : outboxStrings.notHere;
  } catch {
    return outboxStrings.discardFailed;
  }
}
