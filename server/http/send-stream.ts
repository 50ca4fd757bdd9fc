import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends a stream as the body of a response, and ends it. If the client disconnects meanwhile, the stream is destroyed,
 * without an error.
 */
export async function sendStream(stream: Readable, response: Response): Promise<void> {
  // Node warns of a leak from ten listeners on: a pipeline adds six, and each observer of a response one more.
  response.setMaxListeners(20);
  try {
    await pipeline(stream, response);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
