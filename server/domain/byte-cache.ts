/** Values in memory, of which the least recently used go first once all together take too many bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** @param bytes of memory that the value takes, about */
  set(key: string, value: Value, bytes: number): void;
}

/** Creates an empty cache. A value that is larger than the whole cache isn't stored. */
export function createByteCache<Value>(bytesMax: number): ByteCache<Value> {
  /** The least recently used first. */
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, bytes) => {
      remove(key);
      if (bytes > bytesMax) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) return;
        remove(oldest);
      }
    },
  };
}
