import { type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { connect } from 'node:http2';
import { type RequestOptions, request as requestOverTls } from 'node:https';
import { type RunningProxy, SITE } from './proxy.ts';

/** A request to a proxy, over TLS unless it says otherwise. */
export interface Question {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Sends only `body`, whatever the headers promise: the response comes before the request has ended. */
  readonly holds?: boolean;
  /** Whom it comes from; 127.0.0.1 unless given. */
  readonly from?: string;
  readonly isPlain?: boolean;
}

/** What came back; `rawHeaders` has names and values in turn, each as often as it was sent. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Asks a proxy over HTTP/1.1, on a connection of its own. */
export function ask(
  proxy: RunningProxy,
  { path, method = 'GET', headers, body, holds = false, from, isPlain = false }: Question,
): Promise<Reply> {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: isPlain ? proxy.plainPort : proxy.port,
    ca: proxy.ca,
    servername: SITE,
    agent: false,
    method,
    path,
    headers: { Host: SITE, ...headers },
    ...(from === undefined ? {} : { localAddress: from }),
  };
  return new Promise((resolve, reject) => {
    const sent = (isPlain ? requestPlain : requestOverTls)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0, headers, rawHeaders } = response;
        resolve({ status: statusCode, headers, rawHeaders, body: Buffer.concat(chunks) });
        if (holds) sent.destroy();
      });
    });
    sent.on('error', reject);
    if (holds) sent.write(body);
    else sent.end(body);
  });
}

/** Asks a proxy over HTTP/2; returns status and body. */
export function askOverHttp2(
  proxy: RunningProxy,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Pick<Reply, 'status' | 'body'>> {
  const session = connect(`https://127.0.0.1:${proxy.port}`, { ca: proxy.ca, servername: SITE });
  return new Promise<Pick<Reply, 'status' | 'body'>>((resolve, reject) => {
    session.on('error', reject);
    const stream = session.request({ ':path': path, ':authority': SITE, ...headers });
    const chunks: Buffer[] = [];
    let status = 0;
    stream.on('response', (answer) => {
      status = Number(answer[':status']);
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => resolve({ status, body: Buffer.concat(chunks) }));
  }).finally(() => session.close());
}
