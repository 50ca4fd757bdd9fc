import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { ObjectStoreError, type StoreCounts } from './object-store.ts';
import { type S3Patience, type S3Settings, s3AddressOf } from './s3-settings.ts';
import { type StoreWatch, watchStore } from './store-watch.ts';

/** SHA-256 of nothing. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Statuses of a store that may answer otherwise the next time. */
const WORTH_A_TRY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Codes by which a store says, with status 400, that our body came too slowly, or damaged. */
const CODES_WORTH_A_TRY: ReadonlySet<string | undefined> = new Set([
  'RequestTimeout',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
]);
const ERROR_BODY_MAX_BYTES = 64 * 1024;
const IDLE_CONNECTIONS_MAX = 32;

/** A body to send, which can be opened again for another try. */
export interface S3Body {
  readonly bytes: number;
  /** SHA-256 of the content in hexadecimal, which is signed. */
  readonly sha256: string;
  open(): Readable;
}

/** One call. */
export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** With the prefix; empty for the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  readonly signal?: AbortSignal;
  /** Statuses that are an answer; all others are failures. */
  readonly expected: readonly number[];
}

/** Sends calls to one bucket. */
export interface S3Requests {
  readonly counts: StoreCounts;
  /** Resolves with the answer, whose body must be read or destroyed. @throws ObjectStoreError, or the signal's reason */
  send(call: S3Call): Promise<IncomingMessage>;
  /** As `send`, but resolves with the text of the body. The call is repeated if the body breaks off. */
  sendForText(call: S3Call, bytesMax?: number): Promise<string>;
  /** Waits for more of an answer that is being read. */
  readonly wait: StoreWatch['wait'];
  close(): void;
}

/** Reads what is needed from a response. If that fails, the call is repeated. */
type ReadAnswer<Answer> = (incoming: IncomingMessage) => Promise<Answer>;

/** Sends signed calls, and sends them again where the store may answer otherwise. */
export function createS3Requests(settings: S3Settings, patience: S3Patience): S3Requests {
  const isSecure = settings.origin.startsWith('https:');
  const options = { keepAlive: true, maxFreeSockets: IDLE_CONNECTIONS_MAX };
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options);
  const request = isSecure ? https.request : http.request;
  /** Keys of the signer, by the day. */
  const cache = new Map<string, ArrayBuffer>();
  const counts = { ok: 0, failed: 0, seconds: 0 };
  /** Since a call could not reach the store until it answers again: none is sent twice meanwhile, or each would take as long. */
  let isOff = false;
  const watch = watchStore(patience.silentMs, ask, () => agent.destroy());

  /** Asks what any store answers, if only by refusing: who asks is not said. */
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
      // Of the file: what it says goes with the request.
      body?.on('error', (error) => outgoing.destroy(error));
      outgoing.once('close', () => body?.destroy());
      outgoing.on('error', reject);
      outgoing.once('response', (incoming) => {
        // From here on, whoever reads the body watches the time: a slow listener may let it stand still.
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

  /** Whoever stops waiting has not made the store fail. */
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
      // Servers that failed together don't come back together.
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

/** Whether a file of ours can't be read, which no other try changes. */
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
