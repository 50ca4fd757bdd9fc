import type { Geometry } from '../../../contracts/geo.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import { randomKey } from '../../platform/page/random.ts';
import { joinTabs } from '../../platform/page/tabs.ts';
import type { Scope } from '../../platform/scope.ts';
import { createMemoryOutbox, storeOnce } from '../../platform/storage/memory-outbox.ts';
import { type OutboxRecord, type OutboxStore, openOutboxStore } from '../../platform/storage/outbox-store.ts';
import { claimRecordings } from '../record/recordings.ts';
import type { ReadyAudio } from './outbox-audio.ts';
import { advance, NOT_PLACED, nextStep, type OutboxEvent, RESTED } from './outbox-machine.ts';

/** A drop to queue. */
export interface DropDraft {
  readonly mapId: ParcoursId;
  readonly geometry: Geometry;
  /** Empty becomes 'drop'; with a `placeId`, empty keeps the place's name. */
  readonly title: string;
  /** The pending shape that becomes its place; null if there is none. */
  readonly pendingId?: string | null;
  /** The planned place that it fills; missing or null for none. */
  readonly plannedId?: PlaceId | null;
  /** An existing place that gets the audio; null creates one. */
  readonly placeId: PlaceId | null;
  /** Code of the telling of that place whose own sound it becomes; missing or null for the place's. */
  readonly telling?: string | null | undefined;
  /** Whether that place moves to `geometry`; it then gets a title too. */
  readonly isMoved?: boolean | undefined;
  /** Any audio the converter reads, or a finished recording of this device. */
  readonly audio: Blob | { readonly recordingId: string };
  readonly fileName: string | null;
  readonly sessionId: string | null;
  /** The same audio, already converted; used while this page is open. */
  readonly prepared?: ReadyAudio;
  /** It is sent as a draft that nobody else sees, and stays here until `retitle` or `discard` is called. */
  readonly isDraft?: boolean;
}

/** Why a drop could not be stored, changed or exported. */
export type OutboxFault = 'device-full' | 'recording-gone' | 'no-storage' | 'audio-gone' | 'not-stored';

/** A drop could not be stored or exported; nothing has changed. */
export class OutboxError extends Error {
  override readonly name = 'OutboxError';
  readonly fault: OutboxFault;

  constructor(fault: OutboxFault, options?: ErrorOptions) {
    super(`The outbox failed: ${fault}`, options);
    this.fault = fault;
  }
}

/** Returns why storing a drop failed, by the error of the device or of the outbox. */
export function outboxFaultOf(error: unknown): OutboxFault {
  if (error instanceof OutboxError) return error.fault;
  switch (error instanceof Error ? error.name : '') {
    case 'QuotaExceededError':
      return 'device-full';
    case 'NotFoundError':
      return 'recording-gone';
    case 'RecordingStoreError':
      return 'no-storage';
    default:
      return 'not-stored';
  }
}

/** Returns the error of a drop that no longer exists. */
export function discardedError(): DOMException {
  return new DOMException('The drop was discarded, or its owner has logged out', 'AbortError');
}

/** Makes the record of a new drop. */
export function createRecord(draft: DropDraft, id: string, userId: UserId): OutboxRecord {
  const { mapId, geometry, title, placeId, fileName, sessionId, audio } = draft;
  const { isDraft = false, pendingId = null, plannedId = null, isMoved = false, telling = null } = draft;
  return {
    ...{ ...RESTED, ...NOT_PLACED, begunKeys: [], isDiscarded: false, mayStandAlone: false },
    ...{ id, userId, mapId, geometry, isMoved, title, isDraft, fileName, sessionId, placeId, pendingId, plannedId },
    telling,
    keptAtMs: Date.now(),
    recordingId: audio instanceof Blob ? null : audio.recordingId,
    makesPlace: placeId === null,
    placeKey: randomKey(),
    audioKey: randomKey(),
  };
}

/** Returns the lock name of the tab that works on a drop. */
export function lockName(id: string): string {
  return `outbox-${id}`;
}

/** The records of one account's drops on this device. Every tab may change them. */
export class OutboxRecords {
  /** As last read from the device, oldest first. */
  list: readonly OutboxRecord[] = [];
  /** False until they have been read for the first time. */
  isLoaded = false;

  readonly #scope: Scope;
  readonly #userId: UserId;
  readonly #store: OutboxStore;
  readonly #onChange: () => void;
  readonly #tellTabs: () => void;

  /** Opens the records; nothing is read yet. `onOtherTab` is called when another tab has changed them. */
  constructor(
    scope: Scope,
    userId: UserId,
    files: Pick<RecordingClient, 'isLasting'>,
    { onChange, onOtherTab }: { readonly onChange: () => void; readonly onOtherTab: () => void },
  ) {
    this.#scope = scope;
    this.#userId = userId;
    this.#onChange = onChange;
    // As lastingly as their audio, because a record without its audio is useless.
    const isLasting = files.isLasting().catch(() => true);
    this.#store = storeOnce(isLasting.then((lasts) => (lasts ? openOutboxStore() : createMemoryOutbox())));
    scope.add(() => this.#store.close());
    this.#tellTabs = joinTabs(scope, 'outbox', onOtherTab);
  }

  /** Reads one record from the device; null if it is gone. */
  read(id: string): Promise<OutboxRecord | null> {
    return this.#store.read(id);
  }

  /** Returns the ids of all records of this device, of every account. */
  listIds(): Promise<string[]> {
    return this.#store.listIds();
  }

  /** Reads the list from the device again. */
  async refresh(): Promise<void> {
    // Without a database there are no records; adding one reports the failure.
    const list = await this.#store.listOf(this.#userId).catch(() => this.list);
    if (this.#scope.disposed) return;
    this.list = list;
    this.isLoaded = true;
    claimRecordings(list.flatMap(({ recordingId }) => recordingId ?? []));
    this.#onChange();
  }

  /** Reads the list again, and lets the other tabs do the same. */
  async refreshAllTabs(): Promise<void> {
    await this.refresh();
    this.#tellTabs();
  }

  /** Stores a new record without reading the list. @returns its id, or that of the earlier record of its recording */
  add(draft: DropDraft, id: string): Promise<string> {
    return this.#store.add(createRecord(draft, id, this.#userId));
  }

  /** Stores an event in a record. @returns the record as it is now on the device; null if it is gone */
  async apply(id: string, event: OutboxEvent): Promise<OutboxRecord | null> {
    const changed = await this.#store.change(id, (record) => advance(record, event));
    if (this.#scope.disposed) return changed;
    this.list = this.list.flatMap((record) => (record.id === id ? (changed ?? []) : record));
    this.#onChange();
    this.#tellTabs();
    return changed;
  }

  /** Removes a record without reading the list. @returns false if a step of it remains, so that it stays */
  async removeDone(id: string): Promise<boolean> {
    return (await this.#store.change(id, (now) => (nextStep(now) === 'done' ? null : now))) === null;
  }
}
