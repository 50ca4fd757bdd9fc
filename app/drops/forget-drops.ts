import type { UserId } from '../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../workers/client/recording-client.ts';
import { openOutboxStore } from '../platform/storage/outbox-store.ts';
import { parseNote } from '../platform/storage/recording-note.ts';

/**
 * Removes an account's drops, recordings and files from this device, once its session has ended and nothing sends them
 * any longer. If the browser stores none, they ended with the session. Never rejects.
 */
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
