import type { PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../../workers/client/recording-client.ts';
import { onOnline, onVisible } from '../../../platform/page/page-events.ts';
import { randomKey } from '../../../platform/page/random.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { DropDraft } from './drop-draft.ts';
import { openBox } from './open-box.ts';
import { exportFile, readReady } from './outbox-audio.ts';
import { breakOff, changeRecord, type OutboxBox, refreshBox } from './outbox-box.ts';
import { keep } from './outbox-keep.ts';
import { hasten, pump } from './outbox-lanes.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import type { OutboxView } from './outbox-view.ts';
import { removeLostAudio, removeSentShapes } from './tidy-outbox.ts';

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
