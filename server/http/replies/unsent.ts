import type { ServerResponse } from 'node:http';

/** Most bytes of responses to calls that wait for their readers. */
export const UNSENT_BYTES_MAX = 256 * 2 ** 20;

/** Responses that are not sent yet. Nothing else ends a connection whose reader reads slowly, or never. */
export interface Unsent {
  /**
   * Notes a response whose body is in memory, and closes those that wait longest while all are too large. What several
   * responses share counts once.
   */
  add(response: ServerResponse, body: readonly Buffer[]): void;
}

/** Bounds the memory of responses; the newest may be larger alone. */
export function createUnsent(bytesMax: number): Unsent {
  /** What each response holds, those that wait longest first. */
  const waiting = new Map<ServerResponse, ReadonlySet<ArrayBufferLike>>();
  /** How many responses hold each piece of memory. */
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
      // A client that left before would never end, and would count for ever.
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
