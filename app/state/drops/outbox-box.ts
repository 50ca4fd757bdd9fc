import { proxy, ref } from 'valtio';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import type { Transcoder } from '../../../workers/client/transcode-client.ts';
import type { Scope } from '../../platform/scope.ts';
import type { OutboxRecord, OutboxStore } from '../../platform/storage/outbox-store.ts';
import { holdWhileUnsent } from './outbox-hold.ts';
import { advance, type OutboxEvent } from './outbox-machine.ts';
import type { ReadyAudio } from './outbox-steps.ts';
import { type LiveWork, type OutboxItem, showRecord } from './outbox-view.ts';
import { claimRecordings, readRecording } from './recorder.ts';

/** The drops that wait on this device. */
export interface OutboxView {
  /** What waits is known. */
  isReady: boolean;
  /** Oldest first; this account's alone. Replaced as a whole, never changed in place. */
  items: OutboxItem[] & { $$valtioSnapshot: OutboxItem[] };
}

/** The drops that wait on this device. Changed by the functions of this file alone. */
export const outbox = proxy<OutboxView>({ isReady: false, items: ref([]) });

/** Where drops are sent one after the other, oldest first. An hour's upload has one lane, what is short another. */
export interface OutboxLane {
  readonly takes: (bytes: number) => boolean;
  readonly transcoder: Transcoder;
  sending: Promise<void> | null;
  isAskedAgain: boolean;
  cancelTimer: () => void;
}

/** What the outbox works with while somebody is logged in. */
export interface OutboxBox {
  readonly userId: UserId;
  readonly scope: Scope;
  readonly store: OutboxStore;
  readonly files: RecordingClient;
  readonly lanes: readonly OutboxLane[];
  readonly tellTabs: () => void;
  /** As they were read last. */
  records: OutboxRecord[];
  /** What is being worked on, and can be broken off. */
  readonly live: Map<string, LiveWork & { readonly breaking: AbortController }>;
  /** Why the last try failed, in words. */
  readonly faults: Map<string, string>;
  /** Audio that was made ready on this page. */
  readonly prepared: Map<string, ReadyAudio>;
  /** Bytes that each drop sends, as far as that is known. */
  readonly weights: Map<string, number>;
  /** Recordings whose session is not known yet. */
  readonly sessions: Map<string, Promise<void>>;
}

let current: OutboxBox | null = null;

/** The outbox of who is logged in; null where nobody is. */
export function currentBox(): OutboxBox | null {
  return current;
}

/** Makes an outbox the one that is shown and worked with. */
export function openBox(box: OutboxBox): void {
  current = box;
}

/** Shows nothing more of an outbox whose owner has gone; another's that was opened meanwhile stays. */
export function closeBox(box: OutboxBox): void {
  if (current !== box) return;
  current = null;
  Object.assign(outbox, { isReady: false, items: ref([]) });
  holdWhileUnsent(false);
}

/** Reads what waits, as other tabs may have left it. */
export async function refreshBox(): Promise<void> {
  const box = current;
  if (box === null) return;
  // Where there is no database nothing was kept in one; keeping itself says so.
  const records = await box.store.listOf(box.userId).catch(() => box.records);
  if (box !== current) return;
  box.records = records;
  claimRecordings(records.flatMap(({ recordingId }) => recordingId ?? []));
  for (const { id, isDiscarded } of records) {
    // Discarded in another tab: nothing more of it has to leave from here.
    if (isDiscarded) breakOff(id);
  }
  showBox();
  outbox.isReady = true;
}

/**
 * Tells a record, and the other tabs, what happened to its drop.
 *
 * @returns the record as it is on the disk now; null where it has gone.
 */
export async function changeRecord(id: string, event: OutboxEvent): Promise<OutboxRecord | null> {
  const box = current;
  if (box === null) return null;
  const changed = await box.store.change(id, (record) => advance(record, event));
  if (box !== current) return changed;
  box.records = box.records.flatMap((record) => (record.id === id ? (changed ?? []) : record));
  showBox();
  box.tellTabs();
  return changed;
}

/** Breaks off what goes on with a drop, unless that is its removal. */
export function breakOff(id: string): void {
  const live = current?.live.get(id);
  if (live !== undefined && live.phase !== 'removing') live.breaking.abort();
}

/** Shows what waits, and what goes on with it. */
export function showBox(): void {
  const box = current;
  if (box === null) return;
  const shown = box.records.filter(({ isDiscarded }) => !isDiscarded);
  outbox.items = ref(shown.map((record) => showRecord(record, box.live.get(record.id), box.faults.get(record.id))));
  holdWhileUnsent(countUnsent(outbox.items) > 0);
}

/** What the person should hear of before they leave or log out. */
export function countUnsent(items: readonly { readonly isUnsent: boolean }[]): number {
  return items.filter(({ isUnsent: is }) => is).length;
}

/** The audio of a drop, as it was chosen or recorded; null where it is not on this device any more. */
export function readAudio(box: OutboxBox, { id, recordingId }: OutboxRecord): Promise<Blob | null> {
  return recordingId === null ? box.files.readFile(id) : readRecording(recordingId);
}

/** Name of the lock of who works on a drop. */
export function lockOf(id: string): string {
  return `outbox-${id}`;
}
