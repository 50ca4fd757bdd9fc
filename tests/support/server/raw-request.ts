import { type Agent, request } from 'node:http';

/** A request as it goes over the wire: nothing of it is corrected on the way, as `fetch` would. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, sent as they stand. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request and reads the whole answer. @throws where the connection ends before one has come; one that was used before may
 * have been ended for that, and another is tried.
 */
export function send(origin: string, agent: Agent, whole: RawRequest): Promise<RawAnswer> {
  const { method, path, headers, body } = whole;
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, agent, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      response.on('error', reject);
    });
    sent.on('error', (error) => {
      if (sent.reusedSocket) resolve(send(origin, agent, whole));
      else reject(error);
    });
    sent.end(body);
  });
}

/**
 * Sends a request but for the last bytes of its body, and resolves once the server has its head and has begun with it. The returned
 * function sends the rest and resolves with the status.
 */
export async function holdBack(
  origin: string,
  { method, path, headers, body }: RawRequest & { readonly body: string | Uint8Array },
  bytesHeld = 5,
): Promise<() => Promise<number>> {
  const whole = Buffer.from(body);
  const { hostname, port } = new URL(origin);
  const expecting = { ...headers, 'Content-Length': whole.length, Expect: '100-continue' };
  const sent = request({ method, hostname, port, path, headers: expecting });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  await Promise.race([new Promise((resolve) => sent.once('continue', resolve)), status]);
  sent.write(whole.subarray(0, -bytesHeld));
  return () => {
    sent.end(whole.subarray(-bytesHeld));
    return status;
  };
}

/** One part of a multipart body. */
export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

/** A multipart body with this boundary, its parts as they stand. */
export function multipart(boundary: string, parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === undefined ? '' : `Content-Type: ${type}\r\n`,
    '\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}
