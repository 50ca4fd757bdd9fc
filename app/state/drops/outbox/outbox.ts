import type { PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../../workers/client/recording-client.ts';
import { onOnline, onVisible } from '../../../platform/page/page-events.ts';
import { randomHex } from '../../../platform/page/random.ts';
import { askToKeepStorage, inOneTab, joinTabs } from '../../../platform/page/tabs.ts';
import { Scope } from '../../../platform/scope.ts';
import { openOutboxStore } from '../../../platform/storage/outbox-store.ts';
import { outboxStrings } from '../../../words/outbox.ts';
import { removePendingShape } from '../../places/pending-shapes.ts';
import { sessionSettled } from '../recording/recordings.ts';
import { type DropDraft, KeepError, recordOf, wordsForKeeping } from './drop-draft.ts';
import { readAudio, readReady } from './outbox-audio.ts';
import { breakOff, changeRecord, lockOf, type OutboxBox, refreshBox } from './outbox-box.ts';
import { createUnsentHold } from './outbox-hold.ts';
import { createLanes, hasten, pump } from './outbox-lanes.ts';
import { createArrivals } from './outbox-settled.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import { NOTHING_WAITS, type OutboxView } from './outbox-view.ts';

/** Of a drop's id and of its keys: nobody draws the same twice. */
const KEY_BYTES = 16;

/** Keeps drops on this device until the server has all of them. */
export interface Outbox {
  /**
   * Keeps a drop, and sends it as soon as that works. When this resolves, its record and its audio are on the disk.
   *
   * @returns its id
   * @throws {KeepError} with words for the person where it can't be kept; nothing has changed then.
   */
  keep(draft: DropDraft): Promise<string>;
  /** Tries a drop now; one that was refused, again. */
  retry(id: string): Promise<void>;
  /** Gives a drop its title, and says that the person wants it. The server gets it in its turn. */
  retitle(id: string, title: string): Promise<void>;
  /** Notes the title of a drop that the person has not saved yet, so that a crash does not lose it. */
  titleDraft(id: string, title: string): Promise<void>;
  /**
   * Removes a drop from this device for good, and in its turn the place that was made for it.
   *
   * @returns whether it was still here: what was sent a moment before is on the map, and stays there.
   */
  discard(id: string): Promise<boolean>;
  /** {@link Arrivals.whenSent} */
  whenSent(id: string): Promise<PlaceId>;
  /** The drop's audio, converted: see {@link readReady}. */
  readReady(id: string): Promise<ReadyAudio | null>;
  /**
   * The audio of a drop as a file of the person's: as it was chosen, or recorded.
   *
   * @throws {KeepError} where it is not on this device any more.
   */
  exportFile(id: string): Promise<File>;
}

/**
 * Opens what this person keeps on this device, and sends it until `scope` is disposed.
 *
 * @param files the device's recordings and files; stays the caller's
 * @param view shows what waits
 */
export function createOutbox(scope: Scope, userId: UserId, files: RecordingClient, view: OutboxView): Outbox {
  const own = new Scope();
  scope.add(() => own.dispose());
  const arrivals = createArrivals();
  const box: OutboxBox = {
    ...{ userId, scope: own, view, files, store: openOutboxStore(), lanes: createLanes(own), settle: arrivals.settle },
    tellTabs: joinTabs(own, 'outbox', () => void refreshBox(box).then(() => pump(box))),
    holdPage: createUnsentHold(own),
    ...{ records: [], live: new Map(), faults: new Map(), prepared: new Map() },
    ...{ preparing: new Map(), weights: new Map(), sessions: new Map() },
  };
  own.add(() => {
    for (const { breaking } of box.live.values()) breaking.abort();
    box.store.close();
    arrivals.close();
    Object.assign(view, NOTHING_WAITS());
  });
  onOnline(own, () => void hasten(box));
  onVisible(own, () => void hasten(box));
  void open(box);

  return {
    keep: (draft) => keep(box, draft),
    async retry(id) {
      await changeRecord(box, id, { type: 'retried', nowMs: Date.now(), key: randomHex(KEY_BYTES) });
      void pump(box);
    },
    async retitle(id, title) {
      await changeRecord(box, id, { type: 'retitled', title });
      void pump(box);
    },
    async titleDraft(id, title) {
      await changeRecord(box, id, { type: 'draft-titled', title });
    },
    discard: (id) => discard(box, id),
    whenSent: arrivals.whenSent,
    async readReady(id) {
      const record = await box.store.read(id);
      return record === null ? null : readReady(box, record);
    },
    async exportFile(id) {
      const record = await box.store.read(id);
      const audio = record === null ? null : await readAudio(box, record);
      if (record === null || audio === null) throw new KeepError(outboxStrings.audioGone);
      const { fileName, title } = record;
      return new File([audio], fileName ?? `${title.trim() || outboxStrings.fileName}.wav`, { type: audio.type });
    },
  };
}

async function open(box: OutboxBox): Promise<void> {
  await refreshBox(box);
  // Shapes of drops that were being kept when the page died wait for no other audio.
  for (const { pendingId, isDraft, isDiscarded } of box.records) {
    if (pendingId !== null && !isDraft && !isDiscarded) removePendingShape(pendingId);
  }
  await sweep(box);
  await hasten(box);
}

async function keep(box: OutboxBox, draft: DropDraft): Promise<string> {
  const { audio } = draft;
  const drawn = randomHex(KEY_BYTES);
  const recordingId = audio instanceof Blob ? null : audio.recordingId;
  let id = drawn;
  try {
    // The lock keeps another tab from sweeping away a file whose record is not there yet.
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
    // A record says what it is part of now, so any tab may have it.
    void box.files.release(recordingId).catch(() => {});
    box.sessions.set(id, joinSession(box, id, recordingId));
  }
  void askToKeepStorage();
  await refreshBox(box);
  box.tellTabs();
  void pump(box);
  return id;
}

/** Makes a recording whole and takes it for this tab. */
async function takeRecording({ files }: OutboxBox, id: string): Promise<void> {
  if ((await files.open(id)) !== null) return;
  throw new DOMException(`There is no recording ${id} to be taken`, 'NotFoundError');
}

async function discard(box: OutboxBox, id: string): Promise<boolean> {
  const discarded = await changeRecord(box, id, { type: 'discarded', nowMs: Date.now() });
  if (discarded === null) {
    await refreshBox(box);
    return false;
  }
  breakOff(box, id);
  box.settle(id, null);
  void pump(box);
  return true;
}

/** Removes the audio of drops that were being kept when the page died. */
async function sweep({ files, store }: OutboxBox): Promise<void> {
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

async function joinSession(box: OutboxBox, id: string, recordingId: string): Promise<void> {
  const sessionId = await sessionSettled(recordingId);
  if (sessionId !== null) await changeRecord(box, id, { type: 'session-known', sessionId }).catch(() => null);
  box.sessions.delete(id);
}
