import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import { ErrorCode } from '../../../contracts/errors.ts';
import { Geometry } from '../../../contracts/geo.ts';
import { RecordingId } from '../../../contracts/recording.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

/** Why sending a drop has stopped until the person decides. */
export const Refusal = z.object({
  /** What was being done. `convert`: its audio could not be made ready. */
  step: z.enum(['create', 'convert', 'send', 'title']),
  /**
   * The server's code; `place-gone`: somebody deleted its place meanwhile; `audio-gone`: its audio is no longer on this
   * device; otherwise the name of the error that the converter gave.
   */
  why: z.union([ErrorCode, z.enum(['place-gone', 'audio-gone']), z.string()]),
});
/** Why sending a drop has stopped until the person decides. */
export type Refusal = z.infer<typeof Refusal>;

/** A drop that is kept on this device until the server has all of it. */
export const OutboxRecord = z.object({
  id: z.string(),
  /** The shape drawn on this device that it was made of, which waits for no other audio; null for all others. */
  pendingId: z._default(z.nullable(z.string()), null),
  /** The account that made it: nobody else sees or sends it. */
  userId: UserId,
  keptAtMs: z.number(),
  mapId: ParcoursId,
  geometry: Geometry,
  title: z.string(),
  /** The person has not said yet that it is as they want it: its popup was open. Sent all the same, kept until they do. */
  isDraft: z.boolean(),
  /** Name of the file that it came from; null for a recording. */
  fileName: z.nullable(z.string()),
  /** The recording that holds its audio; null where that is a file kept under the drop's own id. */
  recordingId: z.nullable(z.string()),
  sessionId: z.nullable(RecordingId),
  /** Its place is made for it, and goes when it is discarded. */
  makesPlace: z.boolean(),
  /** Names the making of its place to the server. */
  placeKey: z.string(),
  /** The title that its place was asked for with, which may have reached the server; null before the first time. */
  askedTitle: z.nullable(z.string()),
  /** When its place was asked for the first time; null before, and where an earlier build did not note it. */
  askedAtMs: z._default(z.nullable(z.number()), null),
  placeId: z.nullable(PlaceId),
  /** Names the sending of its audio. */
  audioKey: z.string(),
  isSent: z.boolean(),
  /** Where an interrupted sending goes on. */
  resumeUrl: z.nullable(z.string()),
  /** Names by which a sending was begun, of which the server may still hold parts, or be about to attach what it has. */
  begunKeys: z._default(z.array(z.string()), []),
  /** The title that its place has on the server; null where that is not known. */
  serverTitle: z.nullable(z.string()),
  /** The person wants it gone, with the place that was made for it. */
  isDiscarded: z.boolean(),
  /** Failures since the last success. */
  attempts: z.number(),
  /** When it is tried again by itself. */
  nextTryMs: z.number(),
  /** The server asked to be left alone until then. */
  notBeforeMs: z.number(),
  refusal: z.nullable(Refusal),
});
/** A drop that is kept on this device until the server has all of it. */
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** The records of the drops that wait on this device. Every call rejects where the browser has no database for us. */
export interface OutboxStore {
  /**
   * Keeps a new record; it is on the disk when this resolves. Rejects with QuotaExceededError on a full device.
   *
   * @returns the id of the record that holds this recording: another one's, where it was there before.
   */
  add(record: OutboxRecord): Promise<string>;
  /** An account's records, oldest first. */
  listOf(userId: UserId): Promise<OutboxRecord[]>;
  /** Ids of all records, whoever they belong to and whether or not they can be read. */
  listIds(): Promise<string[]>;
  read(id: string): Promise<OutboxRecord | null>;
  /**
   * Changes a record in one step that no other tab comes between, and returns it as it is now, on the disk.
   *
   * @param change returns the record as it is to be, or null to remove it. Runs inside a transaction.
   * @returns null where it has gone.
   */
  change(id: string, change: (record: OutboxRecord) => OutboxRecord | null): Promise<OutboxRecord | null>;
  close(): void;
}

const DATABASE = 'drop-ici';
const STORE = 'outbox';

interface Schema extends DBSchema {
  outbox: { key: string; value: unknown; indexes: { userId: number; recordingId: string } };
}

/** Opens the records, with the first call. */
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
        // A recording becomes one drop, whoever asks how often. Files have none, and are not in the index.
        store.createIndex('recordingId', 'recordingId', { unique: true });
      },
      terminated: forget,
      // A newer build in another tab has to change the database.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        forget();
      },
    });
    opened.catch(forget);
    return opened;
  };
  // 'strict': what was promised to be kept must outlive a battery that is taken out.
  const toWrite = async () => (await open()).transaction(STORE, 'readwrite', { durability: 'strict' });

  return {
    async add(record) {
      const transaction = await toWrite();
      const { recordingId } = record;
      const holder =
        recordingId === null ? undefined : await transaction.store.index('recordingId').getKey(recordingId);
      if (holder === undefined) await transaction.store.add(record);
      await transaction.done;
      return holder ?? record.id;
    },

    async listOf(userId) {
      const kept = await (await open()).getAllFromIndex(STORE, 'userId', userId);
      return kept.flatMap((value) => parseRecord(value) ?? []).sort((one, other) => one.keptAtMs - other.keptAtMs);
    },

    listIds: async () => (await open()).getAllKeys(STORE),

    read: async (id) => parseRecord(await (await open()).get(STORE, id)),

    async change(id, change) {
      const transaction = await toWrite();
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
  const read = OutboxRecord.safeParse(value);
  return read.success ? read.data : null;
}
