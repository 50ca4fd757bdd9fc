import { Agent, type RequestOptions, request } from 'node:http';

/** One request, sent again and again. */
export interface Shot {
  /** Whole address. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with its length; undefined sends none. */
  readonly body?: string;
}

/** What asking gave. */
export interface Load {
  /** Of each request, in milliseconds, from its first byte to the last of the answer. */
  readonly timesMs: readonly number[];
  /** From the first request to the end of the last answer. */
  readonly tookMs: number;
  /** Bytes of the last answer's body. */
  readonly bytes: number;
}

/**
 * Sends `count` requests over `connections` that stay open, each connection the next one as soon as it has its answer;
 * `shotOf` makes the request by its number. Answers are counted and thrown away.
 *
 * @throws Error for any status but 200, 206 and 304: what failed is no measure.
 */
export async function putLoad(
  { count, connections }: { readonly count: number; readonly connections: number },
  shotOf: (index: number) => Shot,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const timesMs: number[] = [];
  let next = 0;
  let bytes = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const shot = shotOf(next);
      next += 1;
      const startMs = performance.now();
      bytes = await fire(shot, agent);
      timesMs.push(performance.now() - startMs);
    }
  };
  const startMs = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, lane));
    return { timesMs, tookMs: performance.now() - startMs, bytes };
  } finally {
    agent.destroy();
  }
}

function fire({ url, method, headers, body }: Shot, agent: Agent): Promise<number> {
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = { agent, method, headers: { ...headers, ...length } };
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        if ([200, 206, 304].includes(response.statusCode ?? 0)) resolve(bytes);
        else reject(new Error(`Expected an answer to ${method} ${url}, got status ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
