import { removePendingShape } from '../../places/pending-shapes.ts';
import { inOneTab } from '../../platform/page/tabs.ts';
import { lockOf, type OutboxBox } from './outbox-box.ts';

/** Removes the shapes of drops that were being queued when the page died: they need no other audio. */
export function removeSentShapes({ records }: OutboxBox): void {
  for (const { pendingId, isDraft, isDiscarded } of records) {
    if (pendingId !== null && !isDraft && !isDiscarded) removePendingShape(pendingId);
  }
}

/** Removes the audio of drops that were being queued when the page died. */
export async function removeLostAudio({ files, store }: OutboxBox): Promise<void> {
  try {
    for (const id of await files.listFiles()) {
      await inOneTab(lockOf(id), async () => {
        if (!(await store.listIds()).includes(id)) await files.removeFile(id);
      });
    }
  } catch {
    // Only tidying up: the next start does it.
  }
}
