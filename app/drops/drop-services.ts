import { proxy, subscribe } from 'valtio';
import type { UserId } from '../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../workers/client/recording-client.ts';
import { removePendingShape } from '../places/pending-shapes.ts';
import type { Scope } from '../platform/scope.ts';
import { openOutboxStore } from '../platform/storage/outbox-store.ts';
import { isPersisted } from '../platform/storage/persistence.ts';
import { parseNote } from '../platform/storage/recording-note.ts';
import { checkDeviceStorage, deviceStorage } from './device-storage.ts';
import { createOutbox, type Outbox } from './outbox/outbox.ts';
import { OutboxError } from './outbox/outbox-records.ts';
import { NOTHING_WAITS, type OutboxItem, type OutboxView } from './outbox/outbox-view.ts';
import { startRecorder } from './record/recorder.ts';
import { startRecordings } from './record/recordings.ts';

/** The waiting drops of this session. Changed only by its outbox. */
export const outbox = proxy<OutboxView>(NOTHING_WAITS());

/** Whether the person should be asked to let the browser protect the stored drops. */
export const protection = proxy<{ isDue: boolean }>({ isDue: false });

let current: Outbox | null = null;

/** Lets this person record, and sends their waiting drops, until `scope` is disposed. */
export function startDrops(scope: Scope, userId: UserId): void {
  // Recorder and outbox share one recording worker.
  const files = createRecordingClient();
  scope.add(() => files.dispose());
  checkDeviceStorage(scope, files);
  startRecordings(scope, userId, files);
  startRecorder(scope);
  const opened = createOutbox(scope, userId, files, outbox);
  watchProtection(scope, outbox);
  current = opened;
  scope.add(() => {
    if (current === opened) current = null;
  });
}

/** Returns the outbox of this session. @throws {OutboxError} if nobody is logged in who may record drops */
export function currentOutbox(): Outbox {
  if (current === null) throw new OutboxError('not-stored');
  return current;
}

/** Discards a drop. @returns why that failed; null if it succeeded. */
export async function whyNotDiscarded(id: string): Promise<'no-longer-queued' | 'not-discarded' | null> {
  try {
    return (await currentOutbox().discard(id)) ? null : 'no-longer-queued';
  } catch {
    return 'not-discarded';
  }
}

/** Sets {@link protection} once a drop has to wait here, if the browser may delete it. Until `scope` is disposed. */
export function watchProtection(scope: Scope, view: OutboxView): void {
  let hasChecked = false;
  const look = async (): Promise<void> => {
    const waits = view.items.some(({ phase, isUnsent }) => isUnsent && phase === 'waiting');
    if (!waits || hasChecked || !deviceStorage.isLasting) return;
    hasChecked = true;
    if ((await isPersisted()) === false && !scope.disposed) protection.isDue = true;
  };
  scope.add(subscribe(view, () => void look()));
  scope.add(() => {
    protection.isDue = false;
  });
}

/** Saves a draft of this device for good; the outbox publishes it. @throws as `Outbox.retitle` does */
export async function publishDraft(
  { id, pendingId }: Pick<OutboxItem, 'id' | 'pendingId'>,
  title: string,
): Promise<void> {
  await currentOutbox().retitle(id, title);
  if (pendingId !== null) removePendingShape(pendingId);
}

/** Removes an account's drops, recordings and files from this device, once nothing sends them. Never rejects. */
export async function forgetDrops(userId: UserId): Promise<void> {
  const files = createRecordingClient();
  const store = openOutboxStore();
  try {
    for (const { id, recordingId } of await store.listOf(userId)) {
      await (recordingId === null ? files.removeFile(id) : files.remove(recordingId));
      await store.change(id, () => null);
    }
    for (const { id, note } of await files.list()) {
      if (parseNote(note)?.userId === userId) await files.remove(id);
    }
  } catch {
    // The browser stores none.
  } finally {
    store.close();
    files.dispose();
  }
}
