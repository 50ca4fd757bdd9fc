import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import { removePendingShape } from '../../places/pending-shapes.ts';
import { onOnline, onVisible } from '../../platform/page/page-events.ts';
import { randomKey } from '../../platform/page/random.ts';
import { inOneTab } from '../../platform/page/tabs.ts';
import type { Scope } from '../../platform/scope.ts';
import { createUnsentGuard } from '../device-storage.ts';
import { sessionSettled } from '../record/recordings.ts';
import { OutboxAudio, type ReadyAudio } from './outbox-audio.ts';
import {
  type DropDraft,
  discardedError,
  lockName,
  OutboxError,
  OutboxRecords,
  outboxFaultOf,
} from './outbox-records.ts';
import { OutboxSender } from './outbox-sender.ts';
import { NOTHING_WAITS, type OutboxView } from './outbox-view.ts';

/** Stores drops on this device until the server has all of them. */
export type Outbox = ReturnType<typeof createOutbox>;

/** Opens a person's outbox, and sends its drops until `scope` is disposed. `files` stay the caller's. */
export function createOutbox(scope: Scope, userId: UserId, files: RecordingClient, view: OutboxView) {
  const own = scope.child();
  const sent = new SentDrops();
  own.add(() => {
    sent.close();
    Object.assign(view, NOTHING_WAITS());
  });
  const audio = new OutboxAudio(own, files, (id, progress) => sender.showConversion(id, progress));
  const guardUnsent = createUnsentGuard(own);
  const records: OutboxRecords = new OutboxRecords(own, userId, files, {
    onChange: () => {
      // Perhaps another tab has discarded it.
      for (const { id, isDiscarded } of records.list) if (isDiscarded) sender.abort(id);
      sender.show();
      guardUnsent(view.unsent > 0);
    },
    onOtherTab: () => void sender.refreshAndSend(),
  });
  const onDone = (id: string, placeId: PlaceId | null): void => sent.settle(id, placeId);
  const sender = new OutboxSender(own, userId, { records, audio, view, onDone });
  onOnline(own, () => void sender.retryAll());
  onVisible(own, () => void sender.retryAll());
  void open();

  async function open(): Promise<void> {
    await records.refresh();
    removeUsedShapes(records);
    await removeUnusedFiles(records, files);
    await sender.retryAll();
  }

  /** Stores audio and record, in this order. @returns the id of the drop */
  async function store(draft: DropDraft, newId: string): Promise<string> {
    const { audio: source } = draft;
    if (source instanceof Blob) await files.storeFile(newId, source);
    // Completes the recording, and claims it for this tab.
    else if ((await files.open(source.recordingId)) === null) {
      throw new DOMException(`There is no recording ${source.recordingId} to be taken`, 'NotFoundError');
    }
    try {
      return await records.add(draft, newId);
    } catch (error) {
      if (source instanceof Blob) await files.removeFile(newId).catch(() => {});
      throw error;
    }
  }

  return {
    /**
     * Stores a drop, on the disk once this resolves, and sends it as soon as possible. @returns its id
     *
     * @throws {OutboxError} if it can't be stored; nothing has changed then
     */
    async add(draft: DropDraft): Promise<string> {
      const newId = randomKey();
      let id = newId;
      try {
        // Another tab would delete a file that has no record yet, if this tab did not hold the lock.
        await inOneTab(lockName(newId), async () => {
          id = await store(draft, newId);
        });
      } catch (error) {
        throw new OutboxError(outboxFaultOf(error), { cause: error });
      }
      if (draft.prepared !== undefined) audio.addConverted(id, draft.prepared);
      if (!(draft.audio instanceof Blob)) {
        const { recordingId } = draft.audio;
        // The record now claims the recording, so any tab may use it.
        void files.release(recordingId).catch(() => {});
        sender.awaitSession(id, sessionSettled(recordingId));
      }
      await records.refreshAllTabs();
      void sender.sendDue();
      return id;
    },
    /** Retries a drop now, even if it was refused. */
    async retry(id: string): Promise<void> {
      await records.apply(id, { type: 'retried', nowMs: Date.now(), key: randomKey() });
      void sender.sendDue();
    },
    /** Sets a drop's final title and confirms the drop. The server gets it when its step is due. */
    async retitle(id: string, title: string): Promise<void> {
      await records.apply(id, { type: 'retitled', title });
      void sender.sendDue();
    },
    /** Retries a drop under another title, because the server refused it. */
    async retryUnder(id: string, title: string): Promise<void> {
      await records.apply(id, { type: 'retitled', title });
      await records.apply(id, { type: 'retried', nowMs: Date.now(), key: randomKey() });
      void sender.sendDue();
    },
    /** Stores the title of a drop that the person has not saved yet, so that a crash does not lose it. */
    async titleDraft(id: string, title: string): Promise<void> {
      await records.apply(id, { type: 'draft-titled', title });
    },
    /**
     * Removes a drop from this device for good, and later the place that was created for it.
     * @returns whether it was still here: a drop that was sent a moment before is on the map, and stays there
     */
    async discard(id: string): Promise<boolean> {
      const discarded = await records.apply(id, { type: 'discarded', nowMs: Date.now() });
      if (discarded === null) {
        await records.refresh();
        return false;
      }
      sent.settle(id, null);
      void sender.sendDue();
      return true;
    },
    /** Resolves with the place of a complete drop. @throws an AbortError if it is discarded or the person logs out first */
    whenSent: (id: string): Promise<PlaceId> => sent.whenSent(id),
    /** See {@link OutboxAudio.readConverted}. */
    async readConverted(id: string): Promise<ReadyAudio | null> {
      const record = await records.read(id);
      return record === null ? null : audio.readConverted(record);
    },
    /** Returns the audio as chosen or recorded, as a file. @throws {OutboxError} if it is no longer on this device */
    async exportFile(id: string): Promise<File> {
      const record = await records.read(id);
      const original = record === null ? null : await audio.readOriginal(record);
      if (record === null || original === null) throw new OutboxError('audio-gone');
      const { fileName, title } = record;
      return new File([original], fileName ?? `${title.trim() || DEFAULT_PLACE_TITLE}.wav`, { type: original.type });
    },
  };
}

/** Promises for the places of sent drops. */
class SentDrops {
  readonly #placeIds = new Map<string, PlaceId>();
  readonly #waiting = new Map<string, { resolve: (placeId: PlaceId) => void; reject: (reason: unknown) => void }[]>();
  #isClosed = false;

  /** See the outbox's. */
  whenSent(id: string): Promise<PlaceId> {
    const placeId = this.#placeIds.get(id);
    if (placeId !== undefined) return Promise.resolve(placeId);
    if (this.#isClosed) return Promise.reject(discardedError());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), { resolve, reject }]);
    });
  }

  /** Resolves the promises of a drop, or rejects them with null. */
  settle(id: string, placeId: PlaceId | null): void {
    if (placeId !== null) this.#placeIds.set(id, placeId);
    for (const { resolve, reject } of this.#waiting.get(id) ?? []) {
      if (placeId === null) reject(discardedError());
      else resolve(placeId);
    }
    this.#waiting.delete(id);
  }

  /** Rejects all promises, later ones too. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#waiting.keys()]) this.settle(id, null);
  }
}

/** Removes the shapes of drops that were being queued when the page died: they need no other audio. */
function removeUsedShapes({ list }: OutboxRecords): void {
  for (const { pendingId, isDraft, isDiscarded } of list) {
    if (pendingId !== null && !isDraft && !isDiscarded) removePendingShape(pendingId);
  }
}

/** Removes the audio of drops that were being queued when the page died. */
async function removeUnusedFiles(records: OutboxRecords, files: RecordingClient): Promise<void> {
  try {
    for (const id of await files.listFiles()) {
      await inOneTab(lockName(id), async () => {
        if (!(await records.listIds()).includes(id)) await files.removeFile(id);
      });
    }
  } catch {
    // Only tidying up: the next start does it.
  }
}
