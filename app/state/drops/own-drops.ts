import { proxy } from 'valtio';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../../workers/client/recording-client.ts';
import type { Scope } from '../../platform/scope.ts';
import { outboxStrings } from '../../words/drops/outbox.ts';
import { learnKeeping } from './keeping.ts';
import { KeepError } from './outbox/drop-draft.ts';
import { offerProtection } from './outbox/offer-protection.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { NOTHING_WAITS, type OutboxView } from './outbox/outbox-view.ts';
import { startRecorder } from './recording/recorder.ts';
import { guardFound } from './recording/recording-guard.ts';
import { startRecordings } from './recording/recordings.ts';

/** The drops of this session that wait on this device. Changed by its outbox alone. */
export const outbox = proxy<OutboxView>(NOTHING_WAITS());

let own: Outbox | null = null;

/** Lets this person record, and sends what they keep on this device, until `scope` is disposed. */
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
 * The outbox of this session.
 *
 * @throws {KeepError} with words for the person where nobody is logged in who may keep drops.
 */
export function ownOutbox(): Outbox {
  if (own === null) throw new KeepError(outboxStrings.keepFailed);
  return own;
}

/** Discards a drop. @returns why it is not gone, in words; null where it is. */
export async function whyNotDiscarded(id: string): Promise<string | null> {
  try {
    return (await ownOutbox().discard(id)) ? null : outboxStrings.notHere;
  } catch {
    return outboxStrings.discardFailed;
  }
}
