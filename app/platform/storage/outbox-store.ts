import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import { ErrorCode } from '../../../contracts/errors.ts';
import { Geometry } from '../../../contracts/geo.ts';
import { RecordingId } from '../../../contracts/recording.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** Why a drop is not retried until the person decides. */
export const Refusal = z.object({
  /** The step that failed. `convert`: the audio could not be converted. */
  step: z.enum(['create', 'convert', 'send', 'title']),
  /**
   * The server's error code; `place-gone`: its place was deleted meanwhile; `plan-gone`: the place that it was to fill is no
   * longer planned; `audio-gone`: its audio is no longer on this device; otherwise the name of the converter's error.
   */
  why: z.union([ErrorCode, z.enum(['place-gone', 'plan-gone', 'audio-gone']), z.string()]),
});
export type Refusal = z.infer<typeof Refusal>;

/** A drop that is stored on this device until the server has all of it. */
export const OutboxRecord = z.object({
  id: z.string(),
  /** The pending shape from which it was made; null for all others. */
  pendingId: z._default(z.nullable(z.string()), null),
  /** The planned place that it fills; null for all others. */
  plannedId: z._default(z.nullable(PlaceId), null),
  /** Its author accepts that it becomes a drop of its own if somebody else fills that planned place. */
  mayStandAlone: z._default(z.boolean(), false),
  /** Its author. Nobody else sees or sends it. */
  userId: UserId,
  keptAtMs: z.number(),
  mapId: ParcoursId,
  geometry: Geometry,
  /** Its place, which existed, moves to `geometry` with the title. */
  isMoved: z._default(z.boolean(), false),
  title: z.string(),
  /**
   * Not confirmed yet: its popup was open. It is still sent, as a draft that only its author sees, and stored until the
   * person confirms it. Audio for an existing place is not sent before that.
   */
  isDraft: z.boolean(),
  /** Name of the chosen file; null for a recording. */
  fileName: z.nullable(z.string()),
  /** The recording that holds its audio; null if the audio is a file stored under the drop's own id. */
  recordingId: z.nullable(z.string()),
  sessionId: z.nullable(RecordingId),
  /** Its place is created for it, and deleted if it is discarded. */
  makesPlace: z.boolean(),
  /** Idempotency key for creating its place. */
  placeKey: z.string(),
  /** Title in the request that creates its place, which may have reached the server; null before the first request. */
  askedTitle: z.nullable(z.string()),
  /** Whether that request asked for a draft. */
  askedAsDraft: z._default(z.boolean(), false),
  /** When that request was first sent; null before, and in records of earlier builds. */
  askedAtMs: z._default(z.nullable(z.number()), null),
  placeId: z.nullable(PlaceId),
  /** Code of the telling of its place, which existed, whose own sound it becomes; null for the place's. */
  telling: z._default(z.nullable(z.string()), null),
  /** Idempotency key for sending its audio. */
  audioKey: z.string(),
  isSent: z.boolean(),
  /** Where an interrupted upload is resumed. */
  resumeUrl: z.nullable(z.string()),
  /** Keys of uploads that were started: the server may still hold parts of them, or be about to attach the audio. */
  begunKeys: z._default(z.array(z.string()), []),
  /** Title under which its place was published; null before that, and if unknown. */
  serverTitle: z.nullable(z.string()),
  /** To be removed, with the place that was created for it. */
  isDiscarded: z.boolean(),
  /** Failures since the last success. */
  attempts: z.number(),
  nextTryMs: z.number(),
  /** The server asked the app to send nothing before this time. */
  notBeforeMs: z.number(),
  refusal: z.nullable(Refusal),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** The stored drops. Every call rejects if the browser refuses a database. */
export interface OutboxStore {
  /**
   * Stores a new record; it is on the disk when this resolves, with the id of an earlier record of the same recording
   * or with its own. Rejects with QuotaExceededError on a full device.
   */
  add(record: OutboxRecord): Promise<string>;
  /** An account's records, oldest first. */
  listOf(userId: UserId): Promise<OutboxRecord[]>;
  /** Ids of all records, of every account, unreadable ones included. */
  listIds(): Promise<string[]>;
  read(id: string): Promise<OutboxRecord | null>;
  /**
   * Changes a record, inside a transaction, to what `change` returns, or removes it if that is null. Returns the record
   * once it is on the disk; null if it is gone.
   */
  change(id: string, change: (record: OutboxRecord) => OutboxRecord | null): Promise<OutboxRecord | null>;
  close(): void;
}

const DATABASE = 'drop-ici';
const STORE = 'outbox';

interface Schema extends DBSchema {
  outbox: { key: string; value: unknown; indexes: { userId: number; recordingId: string } };
}

/** Creates the store. The database is opened by the first call. */
export function openOutboxStore(): OutboxStore {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    const forget = (): void => {
      opened = null;
    };
    opened ??= openDB<Schema>(DATABASE, 1, {
      upgrade: (database) => {
        const store = database.createObjectStore(STORE, { keyPath: 'id' });
        store.createIndex('userId', 'userId');
        // A recording becomes one drop only. Files have no recordingId and are not in this index.
        store.createIndex('recordingId', 'recordingId', { unique: true });
      },
      terminated: forget,
      // A newer build in another tab has to upgrade the database.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
    });
    opened.catch(forget);
    return opened;
  };
  // 'strict': flushed to the disk, so that it survives a power failure.
  const beginWrite = async () => (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });

  return {
    async add(record) {
      const transaction = await beginWrite();
      const { recordingId } = record;
      const earlierId =
        recordingId === null ? undefined : await transaction.store.index('recordingId').getKey(recordingId);
      if (earlierId === undefined) await transaction.store.add(record);
      await transaction.done;
      return earlierId ?? record.id;
    },

    async listOf(userId) {
      const values = await (await open()).getAllFromIndex(STORE, 'userId', userId);
      return values.flatMap((value) => parseRecord(value) ?? []).sort((a, b) => a.keptAtMs - b.keptAtMs);
    },

    listIds: async () => (await open()).getAllKeys(STORE),

    read: async (id) => parseRecord(await (await open()).get(STORE, id)),

    async change(id, change) {
      const transaction = await beginWrite();
      const record = parseRecord(await transaction.store.get(id));
      const changed = record === null ? null : change(record);
      if (record !== null && changed === null) await transaction.store.delete(id);
      if (changed !== null && changed !== record) await transaction.store.put(changed);
      await transaction.done;
      return changed;
    },

    close() {
      void opened?.then(
        (database) => database.close(),
        () => {},
      );
      opened = null;
    },
  };
}

function parseRecord(value: unknown): OutboxRecord | null {
  const parsed = OutboxRecord.safeParse(value);
  return parsed.success ? parsed.data : null;
}
