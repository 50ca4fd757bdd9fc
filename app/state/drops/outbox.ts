import type { UserId } from '../../../contracts/vocabulary.ts';
import { createRecordingClient } from '../../../workers/client/recording-client.ts';
import { onOnline, onVisible } from '../../platform/page/page.ts';
import { randomHex } from '../../platform/page/random.ts';
import { askToKeepStorage, inOneTab, joinTabs } from '../../platform/page/tabs.ts';
import { Scope } from '../../platform/scope.ts';
import { openOutboxStore } from '../../platform/storage/outbox-store.ts';
import { outboxStrings } from '../../words/outbox.ts';
import { removePendingShape } from '../places/pending-shapes.ts';
import { type DropDraft, KeepError, recordOf, wordsForKeeping } from './drop-draft.ts';
import {
  breakOff,
  changeRecord,
  closeBox,
  currentBox,
  lockOf,
  type OutboxBox,
  openBox,
  readAudio,
  refreshBox,
} from './outbox-box.ts';
import { createLanes, hasten, pump } from './outbox-lanes.ts';
import { settleAll, settleDrop } from './outbox-settled.ts';
import { letGoOfRecording, sessionSettled, takeRecording } from './recorder.ts';

/** Of a drop's id and of its keys: nobody draws the same twice. */
const KEY_BYTES = 16;

/** Sends what this person keeps on this device, until `scope` is disposed. The recorder must have been started. */
export function startOutbox(scope: Scope, userId: UserId): void {
  const own = new Scope();
  scope.add(() => own.dispose());
  const box: OutboxBox = {
    ...{ userId, scope: own, store: openOutboxStore(), files: createRecordingClient(), lanes: createLanes(own) },
    tellTabs: joinTabs(own, 'outbox', () => void refreshBox().then(pump)),
    ...{
      records: [],
      live: new Map(),
      faults: new Map(),
      prepared: new Map(),
      weights: new Map(),
      sessions: new Map(),
    },
  };
  openBox(box);
  own.add(() => {
    for (const { breaking } of box.live.values()) breaking.abort();
    box.files.dispose();
    box.store.close();
    closeBox(box);
    settleAll();
  });
  onOnline(own, () => void hasten());
  onVisible(own, () => void hasten());
  void refreshBox().then(forgetSentShapes).then(sweep).then(hasten);
}

/**
 * Keeps a drop on this device, and sends it as soon as that works. When this resolves, its record and its audio are on the
 * disk.
 *
 * @returns its id
 * @throws {KeepError} with words for the person where it can't be kept; nothing has changed then.
 */
export async function keepDrop(draft: DropDraft): Promise<string> {
  const box = currentBox();
  if (box === null) throw new KeepError(outboxStrings.keepFailed);
  const { audio } = draft;
  const drawn = randomHex(KEY_BYTES);
  const recordingId = audio instanceof Blob ? null : audio.recordingId;
  let id = drawn;
  try {
    // The lock keeps another tab from sweeping away a file whose record is not there yet.
    await inOneTab(lockOf(drawn), async () => {
      if (audio instanceof Blob) await box.files.keepFile(drawn, audio);
      else await takeRecording(audio.recordingId);
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
    void letGoOfRecording(recordingId);
    box.sessions.set(id, joinSession(id, recordingId));
  }
  void askToKeepStorage();
  await refreshBox();
  box.tellTabs();
  void pump();
  return id;
}

/** Tries a drop now; one that was refused, again. */
export async function retryDrop(id: string): Promise<void> {
  await changeRecord(id, { type: 'retried', nowMs: Date.now(), key: randomHex(KEY_BYTES) });
  void pump();
}

/** Gives a drop another name, and says that the person wants it. The server is told in its turn. */
export async function retitleDrop(id: string, title: string): Promise<void> {
  await changeRecord(id, { type: 'retitled', title });
  void pump();
}

/** Notes the title of a drop that the person has not saved yet, so that a crash does not lose it. */
export async function titleDraft(id: string, title: string): Promise<void> {
  await changeRecord(id, { type: 'draft-titled', title });
}

/**
 * Removes a drop from this device for good, and in its turn the place that was made for it.
 *
 * @returns whether it was here still: what was sent a moment before is on the map, and stays there.
 */
export async function discardDrop(id: string): Promise<boolean> {
  const discarded = await changeRecord(id, { type: 'discarded', nowMs: Date.now() });
  if (discarded === null) {
    await refreshBox();
    return false;
  }
  breakOff(id);
  settleDrop(id, null);
  void pump();
  return true;
}

/** Discards a drop and answers, in words, why it is not gone; null where it is. */
export async function whyNotDiscarded(id: string): Promise<string | null> {
  try {
    return (await discardDrop(id)) ? null : outboxStrings.notHere;
  } catch {
    return outboxStrings.discardFailed;
  }
}

/**
 * The audio of a drop as a file of the person's: as it was chosen, or recorded.
 *
 * @throws {KeepError} where it is not on this device any more.
 */
export async function exportDrop(id: string): Promise<File> {
  const box = currentBox();
  const record = (await box?.store.read(id)) ?? null;
  const audio = box === null || record === null ? null : await readAudio(box, record);
  if (record === null || audio === null) throw new KeepError(outboxStrings.audioGone);
  const { fileName, title } = record;
  return new File([audio], fileName ?? `${title.trim() || outboxStrings.fileName}.wav`, { type: audio.type });
}

/** Removes the shapes of drops that were being kept when the page died: they wait for no other audio. */
function forgetSentShapes(): void {
  for (const { pendingId, isDraft, isDiscarded } of currentBox()?.records ?? []) {
    if (pendingId !== null && !isDraft && !isDiscarded) removePendingShape(pendingId);
  }
}

/** Removes the audio of drops that were being kept when the page died. */
async function sweep(): Promise<void> {
  const box = currentBox();
  if (box === null) return;
  try {
    for (const id of await box.files.listFiles()) {
      await inOneTab(lockOf(id), async () => {
        if (!(await box.store.listIds()).includes(id)) await box.files.removeFile(id);
      });
    }
  } catch {
    // It is only tidying up: the next start does it.
  }
}

async function joinSession(id: string, recordingId: string): Promise<void> {
  const sessionId = await sessionSettled(recordingId);
  if (sessionId !== null) await changeRecord(id, { type: 'session-known', sessionId }).catch(() => null);
  currentBox()?.sessions.delete(id);
}
