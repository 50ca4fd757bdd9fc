import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { readPieces } from '../store/files.ts';
import { type ListedObject, type ObjectHeaders, type ObjectStore, ObjectStoreError } from './object-store.ts';
import { openObject } from './s3-read.ts';
import {
  bytesBody,
  createS3Requests,
  S3_PATIENCE,
  type S3Body,
  type S3Call,
  type S3Patience,
  type S3Settings,
  s3AddressOf,
} from './s3-request.ts';

/** Maximum size of one PUT, by S3's rules. */
const OBJECT_MAX_BYTES = 5 * 2 ** 30;
/** Objects per page of a list, some 400 bytes each; no store returns more. */
const LIST_PAGE_MAX = 1000;
/** Attempts to send an object that the store doesn't store correctly. */
const SENT_MAX = 2;
const LIST_MAX_BYTES = 4 * 2 ** 20;

interface Sent {
  readonly body: S3Body;
  readonly md5: Buffer;
  readonly sha256: Buffer;
}

/**
 * Opens the objects below the prefix of an S3 bucket. Every body is sent with its SHA-256 and its MD5, so that a store
 * that knows one of them refuses damaged content; the stored object is compared again.
 */
export function createS3Store(
  settings: S3Settings,
  patience: S3Patience = S3_PATIENCE,
  pageMax = LIST_PAGE_MAX,
): ObjectStore {
  const requests = createS3Requests(settings, patience);
  const keyOf = (key: string): string => settings.prefix + key;

  async function head(key: string): Promise<IncomingMessage | undefined> {
    const incoming = await requests.send({
      method: 'HEAD',
      key: keyOf(key),
      headers: { 'x-amz-checksum-mode': 'ENABLED' },
      expected: [200, 404],
    });
    incoming.resume();
    return incoming.statusCode === 404 ? undefined : incoming;
  }

  async function put(key: string, content: string | Uint8Array, headers: ObjectHeaders = {}): Promise<void> {
    const sent = typeof content === 'string' ? await fileToSend(content) : bytesToSend(content);
    if (sent.body.bytes > OBJECT_MAX_BYTES) {
      throw new ObjectStoreError(`Expected ${OBJECT_MAX_BYTES} bytes at most for ${key}, got ${sent.body.bytes}`);
    }
    const call: S3Call = {
      method: 'PUT',
      key: keyOf(key),
      headers: {
        'content-type': headers.contentType ?? 'application/octet-stream',
        ...(headers.cacheControl === undefined ? {} : { 'cache-control': headers.cacheControl }),
        'content-md5': sent.md5.toString('base64'),
        'x-amz-checksum-sha256': sent.sha256.toString('base64'),
      },
      body: sent.body,
      expected: [200, 201],
    };
    for (let times = 1; ; times++) {
      await requests.sendForText(call);
      const difference = differenceOf(sent, await head(key));
      if (difference === null) return;
      await remove(key);
      if (times >= SENT_MAX) {
        throw new ObjectStoreError(`The store has not stored ${key} as it was sent: ${difference}`);
      }
    }
  }

  const remove = async (key: string): Promise<void> => {
    await requests.sendForText({ method: 'DELETE', key: keyOf(key), expected: [200, 204, 404] });
  };

  async function move(from: string, to: string): Promise<boolean> {
    const source = await head(from);
    if (source === undefined) return false;
    const path = `${settings.bucket}/${keyOf(from)}`.split('/').map(encodeURIComponent).join('/');
    // A failure may come with status 200, so the copy is checked before the source is deleted.
    await requests.sendForText({
      method: 'PUT',
      key: keyOf(to),
      headers: { 'x-amz-copy-source': `/${path}` },
      expected: [200, 201],
    });
    const copy = await head(to);
    if (copy === undefined || bytesOf(copy) !== bytesOf(source)) {
      throw new ObjectStoreError(`The store has not copied ${from} to ${to}`);
    }
    await remove(from);
    return true;
  }

  return {
    counts: requests.counts,
    put,
    move,
    head: async (key) => {
      const found = await head(key);
      return found === undefined ? undefined : { bytes: bytesOf(found) };
    },
    get: (key, range) => openObject(requests, patience, keyOf(key), range),
    list: async function* (prefix) {
      let next: string | null = null;
      do {
        const call: S3Call = {
          method: 'GET',
          key: '',
          query: {
            'list-type': '2',
            'encoding-type': 'url',
            'max-keys': String(pageMax),
            prefix: keyOf(prefix),
            ...(next === null ? {} : { 'continuation-token': next }),
          },
          expected: [200],
        };
        const listing = readListing(await requests.sendForText(call, LIST_MAX_BYTES));
        for (const object of listing.objects) yield { ...object, key: object.key.slice(settings.prefix.length) };
        next = listing.next;
      } while (next !== null);
    },
    remove,
    presign: async (key, signedAt, lifetimeS) => {
      const url = s3AddressOf(settings, keyOf(key));
      url.searchParams.set('X-Amz-Expires', String(lifetimeS));
      const signed = await new AwsV4Signer({
        method: 'GET',
        url: url.href,
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
        service: 's3',
        region: settings.region,
        signQuery: true,
        datetime: new Date(signedAt).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      }).sign();
      return signed.url.href;
    },
    check: async () => {
      const key = `drop-ici.check-${randomUUID()}`;
      const bytes = new TextEncoder().encode(key);
      await put(key, bytes);
      const found = await openObject(requests, patience, keyOf(key));
      const read: Uint8Array[] = [];
      for await (const chunk of found?.stream ?? []) read.push(chunk);
      await remove(key);
      if (!Buffer.concat(read).equals(bytes))
        throw new ObjectStoreError('The store gave back other bytes than it was sent');
    },
    close: requests.close,
  };
}

function readListing(xml: string): S3Listing {
  try {
    return parseListing(xml);
  } catch (cause) {
    throw new ObjectStoreError(
      `The store's list can't be read: ${cause instanceof Error ? cause.message : cause}`,
      null,
      {
        cause,
      },
    );
  }
}

/** How a stored object differs from the sent content; null if it doesn't. Not every store returns a checksum. */
function differenceOf({ body, md5, sha256 }: Sent, stored: IncomingMessage | undefined): string | null {
  if (stored === undefined) return 'there is no object';
  if (bytesOf(stored) !== body.bytes) return `expected ${body.bytes} bytes, got ${bytesOf(stored)}`;
  const checksum = stored.headers['x-amz-checksum-sha256'] ?? sha256.toString('base64');
  if (checksum !== sha256.toString('base64')) return 'its SHA-256 is another one';
  // The ETag is the MD5 unless the store encrypts with keys other than its own.
  const tag = /^"?([0-9a-f]{32})"?$/.exec(stored.headers.etag ?? '')?.[1];
  const isEncrypted = Object.keys(stored.headers).some((name) => name.startsWith('x-amz-server-side-encryption'));
  return isEncrypted || tag === undefined || tag === md5.toString('hex') ? null : 'its MD5 is another one';
}

function bytesOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length']);
}

function bytesToSend(bytes: Uint8Array): Sent {
  const sha256 = createHash('sha256').update(bytes).digest();
  const body = bytesBody(bytes, sha256.toString('hex'));
  return { body, md5: createHash('md5').update(bytes).digest(), sha256 };
}

async function fileToSend(path: string): Promise<Sent> {
  const hash = createHash('sha256');
  const oldHash = createHash('md5');
  let bytes = 0;
  for await (const piece of readPieces(path)) {
    hash.update(piece);
    oldHash.update(piece);
    bytes += piece.length;
  }
  const sha256 = hash.digest();
  const body = { bytes, sha256: sha256.toString('hex'), open: () => createReadStream(path) };
  return { body, md5: oldHash.digest(), sha256 };
}

interface S3Listing {
  readonly objects: readonly ListedObject[];
  /** Token for requesting the next page; null after the last one. */
  readonly next: string | null;
}

/** Parses an answer to ListObjectsV2. @throws Error if it isn't one */
function parseListing(xml: string): S3Listing {
  const parser = new SaxesParser();
  const contents: Record<string, string>[] = [];
  const path: string[] = [];
  let fields: Record<string, string> = {};
  const list: Record<string, string> = {};
  let text = '';
  parser.on('opentag', ({ name }) => {
    path.push(name);
    text = '';
    if (name === 'Contents') fields = {};
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    const parent = path.at(-1);
    if (name === 'Contents') contents.push(fields);
    else if (parent === 'Contents') fields[name] = text;
    else if (parent === 'ListBucketResult') list[name] = text;
    else if (parent === undefined && name !== 'ListBucketResult') throw new Error(`Expected a list, got ${name}`);
    text = '';
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  const next = list.IsTruncated === 'true' ? list.NextContinuationToken : undefined;
  // We request URL-encoded keys, because XML can't represent some characters; not every store encodes them.
  const keyOf = list.EncodingType === 'url' ? decodeKey : (key: string) => key;
  return { objects: contents.map((fields) => listedObject(fields, keyOf)), next: next ?? null };
}

function listedObject({ Key: key, Size: bytes }: Record<string, string>, keyOf: (key: string) => string): ListedObject {
  if (key === undefined || !/^\d+$/.test(bytes ?? '')) throw new Error('Expected a key and a size in a list');
  return { key: keyOf(key), bytes: Number(bytes) };
}

function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '));
}
