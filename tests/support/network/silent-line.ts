import { connect, createServer, type Socket } from 'node:net';
import { type Listening, listen } from './listen.ts';

/** Which way nothing gets through: to the server behind the line, from it, or neither. */
export type Way = 'questions' | 'answers' | 'both';

/** A line to a database or another server that can go silent without breaking, as when a firewall begins to drop packets. */
export interface SilentLine extends Pick<Listening, 'stop'> {
  /** Address of the server, through the line. */
  readonly url: string;
  /** Lets nothing more through. Connections stay, new ones are taken, and what is sent waits, as the ends of connections do. */
  fallSilent(way: Way): void;
  /** The same from a question with this text on; with `alone`, for its connection only, also after {@link speak}. */
  fallSilentAt(text: string, way: Way, alone?: boolean): void;
  /** Brings all that has waited; with `onlyNew`, connections of before stay silent, as behind a firewall that has forgotten them. */
  speak(onlyNew?: boolean): void;
  /** Cuts all connections and each new one at once, as a program that has ended; at `false` takes new ones. */
  cut(isCut: boolean): void;
}

/** Starts a line to the server at this address. */
export async function startSilentLine(url: string): Promise<SilentLine> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<Pair>();
  let silent: Way | null = null;
  let isCut = false;
  let trap: { readonly text: string; readonly way: Way; readonly alone: boolean } | null = null;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const database = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const pair: Pair = { questions: createPipe(client, database), answers: createPipe(database, client), lost: null };
    pairs.add(pair);
    if (silent !== null) setSilent(pair, silent);
    database.once('close', () => pairs.delete(pair));
    client.on('data', (bytes: Buffer) => {
      if (trap !== null && bytes.includes(trap.text)) {
        const { way, alone } = trap;
        trap = null;
        if (alone) pair.lost = way;
        if (alone) setSilent(pair, way);
        else line.fallSilent(way);
      }
      pair.questions.push(bytes);
    });
    database.on('data', (bytes: Buffer) => pair.answers.push(bytes));
  });
  const { port: own, stop } = await listen(server);
  const address = new URL(url);
  address.hostname = 'localhost';
  address.port = String(own);
  const cutAll = (): void => {
    for (const { questions, answers } of pairs) for (const pipe of [questions, answers]) pipe.cut();
  };
  const line: SilentLine = {
    url: String(address),
    fallSilent: (way) => {
      silent = way;
      for (const pair of pairs) setSilent(pair, way);
    },
    fallSilentAt: (text, way, alone = false) => {
      trap = { text, way, alone };
    },
    speak: (onlyNew = false) => {
      for (const pair of pairs) {
        if (onlyNew) pair.lost ??= silent;
        setSilent(pair, pair.lost);
      }
      silent = null;
    },
    cut: (isNowCut) => {
      isCut = isNowCut;
      if (isCut) cutAll();
    },
    stop: async () => {
      cutAll();
      await stop();
    },
  };
  return line;
}

interface Pair {
  readonly questions: Pipe;
  readonly answers: Pipe;
  /** What stays silent of it. */
  lost: Way | null;
}

function setSilent({ questions, answers }: Pair, way: Way | null): void {
  questions.hold(way === 'questions' || way === 'both');
  answers.hold(way === 'answers' || way === 'both');
}

interface Pipe {
  push(bytes: Buffer): void;
  /** Holds what comes, and at `false` brings what was held. */
  hold(isHeld: boolean): void;
  cut(): void;
}

/** Forwards one direction of a connection, in order; when `from` ends, `to` is ended after its last bytes. */
function createPipe(from: Socket, to: Socket): Pipe {
  let held: Buffer[] | null = null;
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    if (held === null) to.end();
  };
  from.once('end', end);
  from.once('close', end);
  from.on('error', () => undefined);
  return {
    push: (bytes) => {
      if (held === null) to.write(bytes);
      else held.push(bytes);
    },
    hold: (isHeld) => {
      if (isHeld) held ??= [];
      else if (held !== null) {
        for (const bytes of held) to.write(bytes);
        held = null;
        if (hasEnded) to.end();
      }
    },
    cut: () => to.destroy(),
  };
}

/** A server that takes every connection and never sends a byte, like a network that has a signal and carries nothing. */
export interface SilentServer extends Listening {
  /** How many connections it took. */
  readonly taken: number;
}

/** Starts it at this origin's port, which must be free; at any, without one. */
export async function startSilentServer(origin?: string): Promise<SilentServer> {
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    socket.on('error', () => {});
    socket.resume();
  });
  const listening = await listen(server, origin === undefined ? 0 : Number(new URL(origin).port));
  return {
    ...listening,
    get taken() {
      return taken;
    },
  };
}
