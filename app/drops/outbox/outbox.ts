import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import { onOnline, onVisible } from '../../platform/page/page-events.ts';
import { randomKey } from '../../platform/page/random.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DropDraft } from './drop-draft.ts';
import { openBox } from './open-box.ts';
import { exportFile, readReady } from './outbox-audio.ts';
import { breakOff, changeRecord, type OutboxBox, refreshBox } from './outbox-box.ts';
import { keep } from './outbox-keep.ts';
import { hasten, pump } from './outbox-lanes.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import type { OutboxView } from './outbox-view.ts';
import { removeLostAudio, removeSentShapes } from './tidy-outbox.ts';

/** Stores drops on this device until the server has all of them. */
export interface Outbox {
  /**
   * Stores a drop, and sends it as soon as possible. When this resolves, its record and its audio are on the disk.
   *
   * @returns its id
   * @throws {KeepError} with words for the person if it can't be stored; nothing has changed then.
   */
  keep(draft: DropDraft): Promise<string>;
  /** Retries a drop now, even if it was refused. */
  retry(id: string): Promise<void>;
  /** Sets a drop's final title and confirms the drop. The server gets it when its step is due. */
  retitle(id: string, title: string): Promise<void>;
  /** Stores the title of a drop that the person has not saved yet, so that a crash does not lose it. */
  titleDraft(id: string, title: string): Promise<void>;
  /**
   * Removes a drop from this device for good, and later the place that was created for it.
   *
   * @returns whether it was still here: a drop that was sent a moment before is on the map, and stays there.
   */
  discard(id: string): Promise<boolean>;
  /** {@link Arrivals.whenSent} */
  whenSent(id: string): Promise<PlaceId>;
  /** Returns the drop's converted audio: see {@link readReady}. */
  readReady(id: string): Promise<ReadyAudio | null>;
  /**
   * Returns the audio of a drop as a file for the person, as chosen or recorded.
   *
   * @throws {KeepError} if it is no longer on this device.
   */
  exportFile(id: string): Promise<File>;
}

/**
 * Opens this person's outbox on this device, and sends its drops until `scope` is disposed.
 *
 * @param files the device's recordings and files; stays the caller's
 * @param view shows the waiting drops
 */
export function createOutbox(scope: Scope, userId: UserId, files: RecordingClient, view: OutboxView): Outbox {
  const { box, whenSent } = openBox(scope, userId, files, view);
  onOnline(box.scope, () => void hasten(box));
  onVisible(box.scope, () => void hasten(box));
  void open(box);

  return {
    keep: (draft) => keep(box, draft),
    async retry(id) {
      await changeRecord(box, id, { type: 'retried', nowMs: Date.now(), key: randomKey() });
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
    whenSent,
    async readReady(id) {
      const record = await box.store.read(id);
      return record === null ? null : readReady(box, record);
    },
    exportFile: (id) => exportFile(box, id),
  };
}

async function open(box: OutboxBox): Promise<void> {
  await refreshBox(box);
  removeSentShapes(box);
  await removeLostAudio(box);
  await hasten(box);
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
