import type { ServerResponse } from 'node:http';

/** Maximum total size of call responses that wait for slow readers. */
export const UNSENT_BYTES_MAX = 256 * 2 ** 20;

/** Unsent responses. Nothing else closes a connection whose reader reads slowly, or never. */
export interface Unsent {
  /**
   * Adds a response whose body is in memory, and closes the longest waiting ones while the total is too large. Memory
   * that several share counts once.
   */
  add(response: ServerResponse, body: readonly Buffer[]): void;
}

/** Limits the memory of responses; the newest alone may exceed the limit. */
export function createUnsent(bytesMax: number): Unsent {
  /** The memory that each response holds, longest waiting first. */
  const waiting = new Map<ServerResponse, ReadonlySet<ArrayBufferLike>>();
  /** The number of responses that hold each piece of memory. */
  const holders = new Map<ArrayBufferLike, number>();
  let total = 0;
  const remove = (response: ServerResponse): void => {
    for (const memory of waiting.get(response) ?? []) {
      const left = (holders.get(memory) ?? 0) - 1;
      if (left > 0) {
        holders.set(memory, left);
        continue;
      }
      holders.delete(memory);
      total -= memory.byteLength;
    }
    waiting.delete(response);
  };
  return {
    add: (response, body) => {
      // A closed response would count forever.
      if (response.closed) return;
      const held = new Set(body.map(({ buffer }) => buffer));
      waiting.set(response, held);
      for (const memory of held) {
        const before = holders.get(memory) ?? 0;
        holders.set(memory, before + 1);
        if (before === 0) total += memory.byteLength;
      }
      response.once('close', () => remove(response));
      for (const oldest of waiting.keys()) {
        if (total <= bytesMax || oldest === response) return;
        remove(oldest);
        oldest.destroy();
      }
    },
  };
}
