import { randomKey } from '../../platform/page/random.ts';
import { inOneTab } from '../../platform/page/tabs.ts';
import { sessionSettled } from '../record/recordings.ts';
import { type DropDraft, KeepError, recordOf, wordsForKeeping } from './drop-draft.ts';
import { changeRecord, lockOf, type OutboxBox, refreshBox } from './outbox-box.ts';
import { pump } from './outbox-lanes.ts';

/** {@link Outbox.keep} */
export async function keep(box: OutboxBox, draft: DropDraft): Promise<string> {
  const { audio } = draft;
  const drawn = randomKey();
  const recordingId = audio instanceof Blob ? null : audio.recordingId;
  let id = drawn;
  try {
    // Another tab would delete a file that has no record yet, if this tab did not hold the lock.
    await inOneTab(lockOf(drawn), async () => {
      if (audio instanceof Blob) await box.files.keepFile(drawn, audio);
      else await takeRecording(box, audio.recordingId);
      try {
        id = await box.store.add(recordOf(draft, drawn, box.userId));
      } catch (error) {
        if (recordingId === null) await box.files.removeFile(drawn).catch(() => {});
        throw error;
      }
    });
  } catch (error) {
    throw new KeepError(wordsForKeeping(error), { cause: error });
  }
  if (draft.prepared !== undefined) box.prepared.set(id, draft.prepared);
  if (recordingId !== null) {
    // The record now claims the recording, so any tab may use it.
    void box.files.release(recordingId).catch(() => {});
    box.sessions.set(id, joinSession(box, id, recordingId));
  }
  await refreshBox(box);
  box.tellTabs();
  void pump(box);
  return id;
}

/** Completes a recording and claims it for this tab. */
async function takeRecording({ files }: OutboxBox, id: string): Promise<void> {
  if ((await files.open(id)) !== null) return;
  throw new DOMException(`There is no recording ${id} to be taken`, 'NotFoundError');
}

async function joinSession(box: OutboxBox, id: string, recordingId: string): Promise<void> {
  const sessionId = await sessionSettled(recordingId);
  if (sessionId !== null) await changeRecord(box, id, { type: 'session-known', sessionId }).catch(() => null);
  box.sessions.delete(id);
}
