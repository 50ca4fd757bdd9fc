import { Agent } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import type { Route } from '../../../contracts/call.ts';
import { ErrorBody } from '../../../contracts/errors.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import { type DataSnapshot, takeSnapshot } from '../database/data-snapshot.ts';
import { multipart, type Part, type RawAnswer, type RawRequest, send } from '../server/raw-request.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { buildStage, NO_UPLOAD, type StageFor, VALID } from '../server/stage.ts';

/** Requests that are under way at once. */
const AT_ONCE = 8;

/** Parts of forms are divided by this. */
export const BOUNDARY = 'a-boundary';

/** All calls of the contract. */
export const CALLS = Object.entries<Route>(routes) as [RouteName, Route][];
/** Those with a JSON body. */
export const CALLS_WITH_JSON = CALLS.filter(([, { body }]) => body?.kind === 'json');
/** Those with a form that holds a file. */
export const CALLS_WITH_FILE = CALLS.filter(([, { body }]) => body?.kind === 'multipart');

/** The parts of a valid call, from which each case spoils one. */
export interface ValidParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A request, and whether the contract refuses it: then it has to fail as a bad request, else it just must not break. */
export interface Case {
  readonly what: string;
  readonly request: RawRequest;
  readonly isRefused: boolean;
}

/** A server with something of everything on it, to which calls are sent that are not what they should be. */
export interface CallStage {
  /** A WAV, and a picture, as honest people send them. */
  readonly clip: Uint8Array;
  readonly image: Uint8Array;
  readonly snapshot: DataSnapshot;
  partsOf(name: RouteName): ValidParts;
  /** A valid call but for what `spoilt` says. */
  requestOf(name: RouteName, spoilt?: Partial<RawRequest>): RawRequest;
  /** The part of a form that holds its file, with this content or a valid one. */
  filePart(route: Route, content?: string | Uint8Array): Part;
  /** The valid file of a call. */
  fileOf(route: Route): Uint8Array;
  send(request: RawRequest): Promise<RawAnswer>;
  /** Sends all cases and returns what is wrong with the answers, and with what is kept after those that are refused. */
  findBroken(cases: readonly Case[]): Promise<string[]>;
}

/** Sets the stage before the tests of this file, and removes it after them. */
export function stageCalls(): CallStage {
  let server: TestServer;
  let stage: StageFor;
  let snapshot: DataSnapshot;
  let clip: Uint8Array;
  let image: Uint8Array;
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  beforeAll(async () => {
    server = await startServer();
    const built = await buildStage(server);
    stage = { ...built, person: built.owner, sessionId: '00000000-0000-4000-8000-000000000000', uploadId: NO_UPLOAD };
    clip = new Uint8Array(await built.clip.arrayBuffer());
    image = new Uint8Array(await built.image.arrayBuffer());
    snapshot = await takeSnapshot(server.dataDir);
  });
  afterAll(async () => {
    agent.destroy();
    await snapshot?.close();
    await server?.stop();
  });

  function partsOf(name: RouteName): ValidParts {
    const { params = {}, query = {}, headers = {}, fields = {}, body } = VALID[name](stage) as Partial<ValidParts>;
    return { params, query, headers, fields, body };
  }

  function requestOf(name: RouteName, spoilt: Partial<RawRequest> = {}): RawRequest {
    const route: Route = routes[name];
    const { params, query, headers, fields, body } = partsOf(name);
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const type =
      route.body === undefined
        ? {}
        : {
            'Content-Type':
              route.body.kind === 'json' ? 'application/json' : `multipart/form-data; boundary=${BOUNDARY}`,
          };
    const content =
      route.body?.kind === 'json'
        ? JSON.stringify(body)
        : route.body?.kind === 'multipart'
          ? multipart(BOUNDARY, [...textParts(fields), filePart(route)])
          : undefined;
    return {
      method: route.method,
      path: pathOf(route, params) + (search.size === 0 ? '' : `?${search}`),
      ...(content === undefined ? {} : { body: content }),
      ...spoilt,
      headers: { Authorization: `Bearer ${stage.person.token}`, ...headers, ...type, ...spoilt.headers },
    };
  }

  function filePart(route: Route, content: string | Uint8Array = fileOf(route)): Part {
    if (route.body?.kind !== 'multipart') throw new Error(`Expected a call with a file, got ${route.path}`);
    return { name: route.body.file, filename: 'file', type: 'application/octet-stream', content };
  }

  function fileOf(route: Route): Uint8Array {
    return route.body?.kind === 'multipart' && route.body.file === 'image' ? image : clip;
  }

  async function findBroken(cases: readonly Case[]): Promise<string[]> {
    const broken: string[] = [];
    const refused = cases.filter(({ isRefused }) => isRefused);
    await sendAll(refused, (answer, { what }) => {
      const wrong = faultOf(answer);
      if (wrong !== undefined) broken.push(`${what}: ${wrong}`);
    });
    if (await snapshot.restore()) {
      broken.push(`something was stored by one of: ${refused.map(({ what }) => what).join(' | ')}`);
    }
    const heard = cases.filter(({ isRefused }) => !isRefused);
    await sendAll(heard, (answer, { what }) => {
      if (answer.status >= 500 || (answer.status >= 400 && faultOf(answer) !== undefined)) {
        broken.push(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
      }
    });
    if (heard.length > 0) await snapshot.restore();
    return broken;
  }

  async function sendAll(cases: readonly Case[], look: (answer: RawAnswer, sent: Case) => void): Promise<void> {
    const waiting = [...cases];
    const sender = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        look(await send(server.origin, agent, next.request).catch(asAnswer), next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  }

  return {
    get clip() {
      return clip;
    },
    get image() {
      return image;
    },
    get snapshot() {
      return snapshot;
    },
    partsOf,
    requestOf,
    filePart,
    fileOf,
    send: (request) => send(server.origin, agent, request),
    findBroken,
  };
}

/** Of the values that the contract refuses, one in this number is sent. No length of a list of values divides it. */
const ONE_IN = 13;

/**
 * Of the cases of a call, all that the contract takes and a few that it refuses, other ones for each call: that it refuses them was
 * found by the schema, and whatever a schema refuses goes the same way over HTTP.
 */
export function few(name: RouteName, cases: readonly Case[]): Case[] {
  const first = CALLS.findIndex(([each]) => each === name);
  return cases.filter(({ isRefused }, at) => !isRefused || (at + first) % ONE_IN === 0);
}

/** The path of a call, with these values in it. */
export function pathOf({ path }: Route, params: ValidParts['params']): string {
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
}

/** The parts of a form that hold texts. */
export function textParts(fields: ValidParts['fields']): Part[] {
  return Object.entries(fields).map(([name, value]) => ({ name, content: String(value) }));
}

function asAnswer(error: unknown): RawAnswer {
  return { status: 0, body: String(error) };
}

/** Whether the contract refuses this value. */
export function refuses(schema: Route['params'], value: unknown): boolean {
  return schema?.safeParse(value).success === false;
}

function faultOf({ status, body }: RawAnswer): string | undefined {
  if (status < 400 || status > 499) return `expected a 4xx, got ${status} ${body.slice(0, 200)}`;
  try {
    ErrorBody.parse(JSON.parse(body));
    return undefined;
  } catch {
    return `expected the contract's error, got ${status} ${body.slice(0, 200)}`;
  }
}
