import { ref } from 'valtio';
import type { PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import type { Transcoder } from '../../../workers/client/transcode-client.ts';
import type { Scope } from '../../platform/scope.ts';
import type { OutboxRecord, OutboxStore } from '../../platform/storage/outbox-store.ts';
import { claimRecordings } from '../record/recordings.ts';
import { advance, type OutboxEvent } from './outbox-machine.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import { type LiveWork, type OutboxView, showRecord } from './outbox-view.ts';

/** A queue that sends one drop at a time, oldest first. Long uploads have their own, so that short ones don't wait. */
export interface OutboxLane {
  readonly takes: (bytes: number) => boolean;
  readonly transcoder: Transcoder;
  sending: Promise<void> | null;
  isAskedAgain: boolean;
  cancelTimer: () => void;
}

/** The state of one outbox, until its scope is disposed. */
export interface OutboxBox {
  readonly userId: UserId;
  readonly scope: Scope;
  readonly view: OutboxView;
  readonly store: OutboxStore;
  readonly files: RecordingClient;
  readonly lanes: readonly OutboxLane[];
  readonly tellTabs: () => void;
  /** Called with whether unsent data is only on this device. */
  readonly holdPage: (isUnsent: boolean) => void;
  /** Resolves or rejects the promises of `whenSent`; null for a drop that was discarded. */
  readonly settle: (id: string, placeId: PlaceId | null) => void;
  /** As last read from the disk. */
  records: OutboxRecord[];
  /** Drops that are being worked on. */
  readonly live: Map<string, LiveWork & { readonly breaking: AbortController }>;
  /** Why the last attempt failed, in words. */
  readonly faults: Map<string, string>;
  readonly prepared: Map<string, ReadyAudio>;
  readonly preparing: Map<string, { readonly audio: Promise<ReadyAudio>; readonly breaking: AbortController }>;
  /** Upload size of each drop in bytes, if known. */
  readonly weights: Map<string, number>;
  /** Pending session ids of recordings. */
  readonly sessions: Map<string, Promise<void>>;
}

/** Reads the records again: other tabs may have changed them. */
export async function refreshBox(box: OutboxBox): Promise<void> {
  // Without a database there are no records; `keep` reports the failure.
  const records = await box.store.listOf(box.userId).catch(() => box.records);
  if (box.scope.disposed) return;
  box.records = records;
  claimRecordings(records.flatMap(({ recordingId }) => recordingId ?? []));
  for (const { id, isDiscarded } of records) {
    // Another tab has discarded it.
    if (isDiscarded) breakOff(box, id);
  }
  showBox(box);
  box.view.isReady = true;
}

/**
 * Stores an event in a drop's record, and tells the other tabs.
 *
 * @returns the record as it is now on the disk; null if it is gone.
 */
export async function changeRecord(box: OutboxBox, id: string, event: OutboxEvent): Promise<OutboxRecord | null> {
  const changed = await box.store.change(id, (record) => advance(record, event));
  if (box.scope.disposed) return changed;
  box.records = box.records.flatMap((record) => (record.id === id ? (changed ?? []) : record));
  showBox(box);
  box.tellTabs();
  return changed;
}

/** Aborts the work on a drop, unless it is being removed. */
export function breakOff({ live, preparing }: OutboxBox, id: string): void {
  preparing.get(id)?.breaking.abort();
  const work = live.get(id);
  if (work !== undefined && work.phase !== 'removing') work.breaking.abort();
}

/** Updates the view. */
export function showBox({ scope, view, records, live, faults, holdPage }: OutboxBox): void {
  if (scope.disposed) return;
  const shown = records.filter(({ isDiscarded }) => !isDiscarded);
  view.items = ref(shown.map((record) => showRecord(record, live.get(record.id), faults.get(record.id))));
  view.unsent = view.items.filter(({ isUnsent }) => isUnsent).length;
  holdPage(view.unsent > 0);
}

/** Shows a drop's current step and its progress. */
export function showPhase(box: OutboxBox, id: string, phase: LiveWork['phase'], share: number | null): void {
  const live = box.live.get(id);
  const progress = share === null ? null : Math.floor(share * 100) / 100;
  if (live === undefined || (live.phase === phase && live.progress === progress)) return;
  box.live.set(id, { phase, progress, breaking: live.breaking });
  showBox(box);
}

/** Returns the lock name of the tab that works on a drop. */
export function lockOf(id: string): string {
  return `outbox-${id}`;
}
