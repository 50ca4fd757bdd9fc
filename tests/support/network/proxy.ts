import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import { type Listening, listen } from './listen.ts';

/** A request that came, and what answers it. */
export interface Passing {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Sends the head of a request on to the server at `target`; the caller sends its body.
 *
 * @param receive what becomes of the answer: unless given, it goes back as it is
 */
export function sendOn(
  { request, response }: Passing,
  target: string,
  receive = (answer: IncomingMessage): void => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  },
): ClientRequest {
  const { method, headers, url = '/' } = request;
  const onward = send(new URL(url, target), { method, headers }, receive);
  response.on('close', () => onward.destroy());
  return onward;
}

/** A server in front of others that notes what it is asked for: what a browser's cache answers never gets there. */
export interface TestProxy extends Listening {
  /** The paths that were asked for, in order. */
  readonly asked: string[];
  /** How many requests each server got. */
  readonly sent: readonly number[];
  /**
   * Holds the next answer to a matching path, after `afterBytes` of its body.
   *
   * @returns a function that breaks it off; what the browser has not read by then is lost
   */
  holdNext(path: RegExp, afterBytes: number): () => void;
}

/** Starts a proxy that sends each request to the next of the servers at these origins, from the first on again after the last. */
export async function startProxy(...targets: readonly string[]): Promise<TestProxy> {
  const asked: string[] = [];
  const sent = targets.map(() => 0);
  let hold: { readonly path: RegExp; readonly afterBytes: number } | null = null;
  let held: ServerResponse | null = null;

  const server = createServer((request, response) => {
    const at = asked.length % targets.length;
    sent[at] = (sent[at] ?? 0) + 1;
    asked.push(request.url ?? '');
    const holds = hold?.path.test(request.url ?? '') === true ? hold : null;
    if (holds !== null) [hold, held] = [null, response];
    const receive = holds === null ? undefined : sendUntil(response, holds.afterBytes);
    const onward = sendOn({ request, response }, targets[at] ?? '', receive);
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  return {
    ...(await listen(server)),
    asked,
    sent,
    holdNext: (path, afterBytes) => {
      hold = { path, afterBytes };
      return () => held?.destroy();
    },
  };
}

/** Passes a response on, up to `afterBytes` of its body. */
function sendUntil(response: ServerResponse, afterBytes: number): (answer: IncomingMessage) => void {
  let leftBytes = afterBytes;
  return (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on('data', (piece: Buffer) => {
      const part = piece.subarray(0, leftBytes);
      leftBytes -= part.length;
      if (part.length > 0) response.write(part);
    });
  };
}
