import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Sends a stream as the body of a response, and ends it. A client who leaves meanwhile is no failure; the stream is destroyed then. */
export async function sendStream(stream: Readable, response: Response): Promise<void> {
  // Node warns of a leak from ten on: a pipeline has six of its own, and whoever watches a response one each.
  response.setMaxListeners(20);
  try {
    await pipeline(stream, response);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
