import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type StoreWatch, watchStore } from './bucket-watch.ts';
import { ObjectStoreError, type StoreCounts } from './object-store.ts';

/** The bucket's address and the credentials for it. */
export interface S3Settings {
  /** Origin of the store, as in `https://s3.example.org`; of the bucket, if that is in the host name. */
  readonly origin: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys, as in `drop-ici/`; empty for none. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket is the first part of the path instead of the host name. */
  readonly pathStyle: boolean;
}

/** Time limits and number of retries. */
export interface S3Patience {
  /** For an attempt's answer, and for the next piece of a body. */
  readonly answerMs: number;
  /** The same while we send a body: a store may write it to several disks before it answers. */
  readonly sendMs: number;
  readonly triesMax: number;
  /** Before the second attempt; four times as long before each further one. */
  readonly firstDelayMs: number;
  /** As in `watchStore`: after twice this time without any answer the whole store counts as silent. */
  readonly silentMs: number;
}

/** For people who wait: a store that never answers is given up after 4 s, one that refuses connections after 3 s. */
export const S3_PATIENCE: S3Patience = {
  answerMs: 10_000,
  sendMs: 60_000,
  triesMax: 4,
  firstDelayMs: 150,
  silentMs: 2000,
};

/** For an operator's command, which may take its time. */
export const S3_COMMAND_PATIENCE: S3Patience = { ...S3_PATIENCE, silentMs: 30_000 };

/** Address of an object, or of the bucket for an empty key. `key` includes the prefix. */
export function s3AddressOf(settings: S3Settings, key: string): URL {
  const path = key.split('/').map(encodeURIComponent).join('/');
  // The bucket's own address has no trailing slash, because some stores leave that out of the signature.
  const parts =
    settings.pathStyle && path !== '' ? [settings.bucket, path] : [settings.pathStyle ? settings.bucket : path];
  return new URL(`${settings.origin}/${parts.join('/')}`);
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Statuses after which a store may succeed the next time. */
const WORTH_A_TRY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Codes by which a store says, with status 400, that our body arrived too slowly or damaged. */
const CODES_WORTH_A_TRY: ReadonlySet<string | undefined> = new Set([
  'RequestTimeout',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
]);
const ERROR_BODY_MAX_BYTES = 64 * 1024;
const IDLE_CONNECTIONS_MAX = 32;

/** A body to send, which can be reopened for a retry. */
export interface S3Body {
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal, for the signature. */
  readonly sha256: string;
  open(): Readable;
}

/** One request to the store. */
export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key with the prefix; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  readonly signal?: AbortSignal;
  /** Statuses that count as an answer; all others are failures. */
  readonly expected: readonly number[];
}

/** Sends requests to one bucket. */
export interface S3Requests {
  readonly counts: StoreCounts;
  /** The response, whose body must be read or destroyed. @throws ObjectStoreError, or the signal's reason */
  send(call: S3Call): Promise<IncomingMessage>;
  /** As `send`, but resolves with the text of the body. The request is repeated if the body breaks off. */
  sendForText(call: S3Call, bytesMax?: number): Promise<string>;
  /** Waits for more of a response that is being read. */
  readonly wait: StoreWatch['wait'];
  close(): void;
}

/** Reads the needed part of a response. If that fails, the request is repeated. */
type ReadAnswer<Answer> = (incoming: IncomingMessage) => Promise<Answer>;

/** Sends signed requests, and repeats them if the store may succeed the next time. */
export function createS3Requests(settings: S3Settings, patience: S3Patience): S3Requests {
  const isSecure = settings.origin.startsWith('https:');
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX };
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options);
  const request = isSecure ? https.request : http.request;
  /** Signing keys by day. */
  const cache = new Map<string, ArrayBuffer>();
  const counts = { ok: 0, failed: 0, seconds: 0 };
  /** True while the store can't be reached. Nothing is retried then, because each retry would take as long. */
  let isOff = false;
  const watch = watchStore(patience.silentMs, ask, () => agent.destroy());

  /** Sends an unsigned request that any store answers, if only by refusing it. */
  function ask(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const outgoing = request(settings.origin, { method: 'HEAD', agent: false, signal }, (incoming) => {
        incoming.resume();
        resolve();
      });
      outgoing.on('error', reject).end();
    });
  }

  async function sign({ method, key, query = {}, headers = {}, body }: S3Call) {
    const url = s3AddressOf(settings, key);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      service: 's3',
      region: settings.region,
      cache,
    }).sign();
  }

  async function attempt(call: S3Call): Promise<IncomingMessage> {
    const { url, headers } = await sign(call);
    const length = call.method === 'PUT' ? { 'content-length': String(call.body?.bytes ?? 0) } : {};
    const idleMs = call.body === undefined ? patience.answerMs : patience.sendMs;
    return new Promise((resolve, reject) => {
      const outgoing = request(url, {
        method: call.method,
        agent,
        // As an option it covers connecting, too; `setTimeout` would start only once there is a connection.
        timeout: idleMs,
        headers: { ...Object.fromEntries(headers), ...length },
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${idleMs} ms`)));
      const body = call.body?.open();
      // An error of reading the file fails the request.
      body?.on('error', (error) => outgoing.destroy(error));
      outgoing.once('close', () => body?.destroy());
      outgoing.on('error', reject);
      outgoing.once('response', (incoming) => {
        // From here on, the reader of the body limits the time: a slow listener may pause it.
        outgoing.setTimeout(0);
        resolve(incoming);
      });
      if (body === undefined) outgoing.end();
      else body.pipe(outgoing);
    });
  }

  async function tryOnce<Answer>(call: S3Call, read: ReadAnswer<Answer>): Promise<Answer | ObjectStoreError> {
    const what = `${call.method} ${call.key === '' ? settings.bucket : call.key}`;
    try {
      const incoming = await watch.wait(() => attempt(call));
      const status = incoming.statusCode ?? 0;
      if (call.expected.includes(status)) return await read(incoming);
      const code = /<Code>([\w.]+)<\/Code>/.exec(await readText(incoming, patience.answerMs))?.[1];
      const error = new ObjectStoreError(`The store answered ${status}${code ? ` ${code}` : ''} to ${what}`, status);
      if (WORTH_A_TRY.has(status) || CODES_WORTH_A_TRY.has(code)) return error;
      throw error;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (error instanceof ObjectStoreError || isOurs(error)) throw error;
      return new ObjectStoreError(`The store could not be reached for ${what}: ${reasonOf(error)}`, null, {
        cause: error,
      });
    }
  }

  /** Counts an attempt; an abort by the caller is no failure of the store. */
  async function count<Answer>(trying: Promise<Answer | ObjectStoreError>): Promise<Answer | ObjectStoreError> {
    const begun = performance.now();
    try {
      const answer = await trying;
      counts[answer instanceof ObjectStoreError ? 'failed' : 'ok']++;
      return answer;
    } catch (error) {
      if (error instanceof ObjectStoreError) counts.failed++;
      throw error;
    } finally {
      counts.seconds += (performance.now() - begun) / 1000;
    }
  }

  async function send<Answer>(call: S3Call, read: ReadAnswer<Answer>): Promise<Answer> {
    const begun = performance.now();
    for (let tries = 1; ; tries++) {
      const answer = await count(tryOnce(call, read));
      if (!(answer instanceof ObjectStoreError)) {
        isOff = false;
        return answer;
      }
      const timeMax = (call.body === undefined ? patience.answerMs : patience.sendMs) * 2;
      const isTooLate = tries >= patience.triesMax || performance.now() - begun > timeMax;
      if (isTooLate || isOff || watch.isSilent()) {
        isOff = answer.status === null;
        throw answer;
      }
      const delayMs = patience.firstDelayMs * 4 ** (tries - 1);
      // Random, so that servers that failed together don't retry together.
      await wait(delayMs * (0.75 + Math.random() / 2), undefined, call.signal ? { signal: call.signal } : {});
    }
  }

  return {
    counts,
    send: (call) => send(call, async (incoming) => incoming),
    sendForText: (call, bytesMax) => send(call, (incoming) => readText(incoming, patience.answerMs, bytesMax)),
    wait: watch.wait,
    close: () => {
      watch.close();
      agent.destroy();
    },
  };
}

/** Reads the text of a short answer. */
async function readText(
  incoming: IncomingMessage,
  timeMaxMs: number,
  bytesMax = ERROR_BODY_MAX_BYTES,
): Promise<string> {
  const timer = setTimeout(() => incoming.destroy(new Error(`no whole answer within ${timeMaxMs} ms`)), timeMaxMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > bytesMax) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Whether one of our files can't be read; a retry doesn't change that. */
function isOurs(error: unknown): boolean {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (error.syscall === 'open' || error.syscall === 'read') &&
    'path' in error
  );
}

/** A failure to connect to several addresses has an empty message and a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** A body of bytes in memory. */
export function bytesBody(bytes: Uint8Array, sha256: string): S3Body {
  return { bytes: bytes.length, sha256, open: () => Readable.from([bytes], { objectMode: false }) };
}
