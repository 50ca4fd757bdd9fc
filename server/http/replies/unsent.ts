import type { ServerResponse } from 'node:http';

/** Most bytes of responses to calls that wait for their readers. */
export const UNSENT_BYTES_MAX = 256 * 2 ** 20;

/** Responses that are not sent yet. Nothing else ends a connection whose reader reads slowly, or never. */
export interface Unsent {
  /** Notes a response whose body of so many bytes is in memory, and closes those that wait longest while all are too large. */
  add(response: ServerResponse, bytes: number): void;
}

/** Bounds the memory of responses; the newest may be larger alone. */
export function createUnsent(bytesMax: number): Unsent {
  /** The bytes of each response, those that wait longest first. */
  const waiting = new Map<ServerResponse, number>();
  let total = 0;
  const remove = (response: ServerResponse): void => {
    total -= waiting.get(response) ?? 0;
    waiting.delete(response);
  };
  return {
    add: (response, bytes) => {
      waiting.set(response, bytes);
      total += bytes;
      response.once('close', () => remove(response));
      for (const oldest of waiting.keys()) {
        if (total <= bytesMax || oldest === response) return;
        remove(oldest);
        oldest.destroy();
      }
    },
  };
}
