import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ByteRange, OpenedFile } from '../store/files.ts';
import { ObjectStoreError } from './object-store.ts';
import type { S3Patience, S3Requests } from './s3-request.ts';

/** How often in a row a body that the store broke off is resumed without receiving a byte. */
const RESUMES_MAX = 3;

/** Opens an object, or a range of it; undefined if there is none. */
export async function openObject(
  requests: S3Requests,
  patience: S3Patience,
  key: string,
  range?: ByteRange,
): Promise<OpenedFile | undefined> {
  const leaving = new AbortController();
  const open = (part: ByteRange | undefined): Promise<IncomingMessage> =>
    requests.send({
      method: 'GET',
      key,
      headers: part === undefined ? {} : { range: `bytes=${part.start}-${part.end ?? ''}` },
      signal: leaving.signal,
      expected: [part === undefined ? 200 : 206, 404],
    });
  const first = await open(range);
  if (first.statusCode === 404) {
    first.resume();
    return undefined;
  }
  const bytes = Number(first.headers['content-length']);
  const start = range?.start ?? 0;
  const pieces = readOn(first, { start, end: start + bytes - 1 }, open, (incoming) =>
    inTime(incoming, patience.answerMs, requests.wait),
  );
  const stream = new Readable({
    read() {
      pieces.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, callback) {
      leaving.abort();
      first.destroy();
      callback(error);
    },
  });
  const total = Number(/\/(\d+)$/.exec(first.headers['content-range'] ?? '')?.[1] ?? bytes);
  return { bytes, total, stream };
}

/** Yields the pieces of a range, which is opened again at the byte where its body broke off. */
async function* readOn(
  first: IncomingMessage,
  { start, end }: Required<ByteRange>,
  open: (part: ByteRange) => Promise<IncomingMessage>,
  read: (incoming: IncomingMessage) => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer, undefined> {
  let incoming = first;
  let at = start;
  for (let resumes = 0; ; resumes++) {
    try {
      for await (const piece of read(incoming)) {
        at += piece.length;
        resumes = 0;
        yield piece;
      }
      if (at > end) return undefined;
      throw new Error(`it ended ${end + 1 - at} bytes too early`);
    } catch (cause) {
      if (resumes >= RESUMES_MAX) {
        throw new ObjectStoreError(`The store broke off: ${cause instanceof Error ? cause.message : cause}`, null, {
          cause,
        });
      }
    }
    incoming = await open({ start: at, end });
    if (incoming.statusCode === 404) {
      incoming.resume();
      throw new ObjectStoreError('The object was removed while it was read', 404);
    }
  }
}

/** Yields the pieces of a body; each must arrive in time once it is requested. A listener may pause the body. */
async function* inTime(incoming: IncomingMessage, idleMs: number, wait: S3Requests['wait']): AsyncGenerator<Buffer> {
  const pieces = (incoming as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => incoming.destroy(new Error(`nothing came within ${idleMs} ms`)), idleMs);
      const { done, value } = await wait(() => pieces.next()).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } finally {
    incoming.destroy();
  }
}
