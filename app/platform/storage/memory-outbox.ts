import type { OutboxRecord, OutboxStore } from './outbox-store.ts';

/** Creates an outbox that ends with the page, for browsers that store no audio: the next page would find only drops. */
export function createMemoryOutbox(): OutboxStore {
  const records = new Map<string, OutboxRecord>();
  return {
    async add(record) {
      const { id, recordingId } = record;
      const earlier = [...records.values()].find((one) => recordingId !== null && one.recordingId === recordingId);
      if (earlier === undefined) records.set(id, record);
      return earlier?.id ?? id;
    },
    listOf: async (userId) =>
      [...records.values()].filter((record) => record.userId === userId).sort((a, b) => a.keptAtMs - b.keptAtMs),
    listIds: async () => [...records.keys()],
    read: async (id) => records.get(id) ?? null,
    async change(id, change) {
      const record = records.get(id);
      if (record === undefined) return null;
      const changed = change(record);
      if (changed === null) records.delete(id);
      else records.set(id, changed);
      return changed;
    },
    close: () => {},
  };
}

/** Returns a store whose calls wait for the promised one. */
export function storeOnce(chosen: Promise<OutboxStore>): OutboxStore {
  return {
    add: async (record) => (await chosen).add(record),
    listOf: async (userId) => (await chosen).listOf(userId),
    listIds: async () => (await chosen).listIds(),
    read: async (id) => (await chosen).read(id),
    change: async (id, change) => (await chosen).change(id, change),
    close: () => void chosen.then((store) => store.close()),
  };
}
