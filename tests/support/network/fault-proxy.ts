import { createServer } from 'node:http';
import { type Listening, listen } from './listen.ts';
import { type Passing, sendOn } from './proxy.ts';

/** What can befall a request. */
export const FAULTS = ['refused', '500-before', '500-after', 'cut-request', 'cut-answer', 'slow'] as const;
/** One of {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number];

/** What can befall a request for this path, which may include a query; nothing where it goes straight through. */
export type FaultsFor = (method: string, path: string) => readonly Fault[];

/** What changes drops and places can fail in every way. */
const ofDrops: FaultsFor = (method, path) => (method === 'GET' || !/^\/v1\/(drop|place)\//.test(path) ? [] : FAULTS);

/** Manifests of packs and their files can fail in every way but one: a request without a body is not cut in its middle. */
export const faultsOfPacks: FaultsFor = (_, path) =>
  /^\/v1\/(map\/map\/\d+\/pack|media)\b/.test(path) ? FAULTS.filter((fault) => fault !== 'cut-request') : [];

/** A bad line to a real server. */
export interface FaultProxy extends Listening {
  /** Paths and queries that were asked for, in order. */
  readonly asked: string[];
  /** Share of the requests that something befalls, 0 to 1. */
  share: number;
  /** How often each fault was given. */
  readonly given: Record<Fault, number>;
}

/**
 * Starts the proxy.
 *
 * @param random decides what befalls whom.
 * @param faultsFor says what can befall a request: unless given, what changes drops and places fails.
 * @param keepsHost whether the server gets the proxy's name as its own, for requests whose signature has it.
 */
export async function startFaultProxy(
  target: string,
  random: () => number,
  faultsFor: FaultsFor = ofDrops,
  { keepsHost = false } = {},
): Promise<FaultProxy> {
  const given = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>;
  const server = createServer((request, response) => {
    const { method = 'GET', url = '' } = request;
    proxy.asked.push(url);
    const faults = faultsFor(method, url);
    const isSpared = faults.length === 0 || random() >= proxy.share;
    const fault = isSpared ? null : faults[Math.floor(random() * faults.length)];
    if (fault != null) given[fault] += 1;
    if (!keepsHost) delete request.headers.host;
    pass(target, { request, response }, fault ?? null, random);
  });
  const proxy: FaultProxy = { ...(await listen(server)), asked: [], share: 0, given };
  return proxy;
}

function pass(target: string, passing: Passing, fault: Fault | null, random: () => number): void {
  const { request, response } = passing;
  const cut = (): void => {
    request.socket.destroy();
  };
  const fail = (): void => {
    if (response.headersSent) cut();
    else response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>It broke</h1>');
  };
  if (fault === 'refused') {
    cut();
    return;
  }
  if (fault === '500-before') {
    request.resume();
    request.on('end', fail);
    return;
  }
  const onward = sendOn(passing, target, (answer) => {
    if (fault === '500-after') {
      answer.resume();
      answer.on('end', fail);
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === 'cut-answer') {
      // A response without a body is cut at its end.
      answer.once('end', () => setTimeout(cut, 5));
      // Only the first bytes of the body.
      answer.once('data', (piece: Buffer) => {
        response.write(piece.subarray(0, piece.length >> 1));
        setTimeout(cut, 5);
      });
    } else answer.pipe(response);
  });
  let isAnswered = false;
  onward.on('response', () => {
    isAnswered = request.method === 'HEAD';
  });
  onward.on('error', () => {
    // Some servers send a body after HEAD, which is an error once the answer is there.
    if (isAnswered) return;
    if (fault === null) fail();
    else cut();
  });
  if (fault === 'cut-request') {
    // At a random byte of what comes: some of it has reached the server.
    let left = random() * Number(request.headers['content-length'] ?? 0);
    request.on('data', (piece: Buffer) => {
      onward.write(piece.subarray(0, Math.max(0, left)));
      left -= piece.length;
      if (left > 0) return;
      onward.destroy();
      cut();
    });
  } else if (fault === 'slow') setTimeout(() => request.pipe(onward), 300 + random() * 1200);
  else request.pipe(onward);
}
