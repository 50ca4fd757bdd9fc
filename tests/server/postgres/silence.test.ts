import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { IDEMPOTENCY_HEADER } from '../../../contracts/call.ts';
import { routes } from '../../../contracts/routes.ts';
import { removeTestDatabase, testEnvironment } from '../../support/database/test-database.ts';
import { type SilentLine, startSilentLine, type Way } from '../../support/network/silent-line.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUp } from '../../support/server/people.ts';
import { TEST_SECRET, UNHINDERED } from '../../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts';
import { makeFolder } from '../../support/test-folder.ts';

/** `/readyz` reports a silence, and its end, within this time, and no call takes longer. */
const NOTICED_MS_MAX = 5000;
/** A server without uploads ends within this time, which readers have. */
const ENDED_MS_MAX = 10_000;
/** Pause of each caller after an answer. */
const PACE_MS = 200;
/** The tests abort a call after this time. */
const GIVEN_UP_MS = 60_000;

interface Answer {
  readonly what: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly ms: number;
}

/** Starts a server in its own process, with its database behind a line that can fall silent. */
async function startBehindLine(): Promise<{ server: ServerProcess; line: SilentLine }> {
  const dataDir = await makeFolder();
  const { DATABASE_URL = '', ...env } = await testEnvironment(dataDir);
  const line = await startSilentLine(DATABASE_URL);
  const server = await startServerProcess({ ...UNHINDERED, ...env, DATABASE_URL: line.url, SECRET: TEST_SECRET });
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await line.stop();
    await removeTestDatabase(dataDir);
  });
  return { server, line };
}

async function ask(what: string, url: string, init: RequestInit = {}): Promise<Answer> {
  const from = performance.now();
  const ms = (): number => performance.now() - from;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVEN_UP_MS) });
    await response.arrayBuffer();
    return { what, status: response.status, retryAfter: response.headers.get('Retry-After'), ms: ms() };
  } catch {
    return { what, status: 0, retryAfter: null, ms: ms() };
  }
}

function post(body: unknown, { token }: Partial<Person> = {}, key?: string): RequestInit {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (key !== undefined) headers.set(IDEMPOTENCY_HEADER, key);
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

/** Asks `/readyz` until it answers with this status, and returns how long that took. */
async function untilReadiness(origin: string, status: number): Promise<number> {
  const from = performance.now();
  await expect.poll(async () => (await ask('readyz', `${origin}/readyz`)).status).toBe(status);
  return performance.now() - from;
}

test.each<Way>(['both', 'questions', 'answers'])(
  'while the database is silent (%s), calls fail fast and nothing is lost or doubled',
  async (way) => {
    const { server, line } = await startBehindLine();
    const { origin } = server;
    const ana = await signUp(origin, 'Ana');
    const parcoursId = await makeParcours(origin, ana);
    await untilReadiness(origin, 200);

    const answers: Answer[] = [];
    const countOf = (kind: string, from: number, status?: number): number =>
      answers.slice(from).filter(({ what, status: got }) => what === kind && got === (status ?? got)).length;
    const drops: { readonly name: string; readonly init: RequestInit }[] = [];
    const drop = (): Promise<Answer> => {
      const name = `drop-${drops.length}`;
      const init = post(pointPlace(parcoursId, name), ana, name);
      drops.push({ name, init });
      return ask('drop', origin + routes.createPlace.path, init);
    };
    const read = (): Promise<Answer> =>
      ask('list', `${origin}${routes.readPlaceList.path}?mapIds=${parcoursId}`, {
        headers: { Authorization: ana.token },
      });
    const login = (): Promise<Answer> =>
      ask('login', origin + routes.login.path, post({ email: ana.email, password: ana.password }));
    let isOver = false;
    const goOn = async (next: () => Promise<Answer>): Promise<void> => {
      while (!isOver) {
        answers.push(await next());
        await pause(PACE_MS);
      }
    };
    const asking = [drop, drop, drop, read, read, login].map(goOn);
    await expect.poll(() => countOf('drop', 0)).toBeGreaterThan(5);

    line.fallSilent(way);
    const redMs = await untilReadiness(origin, 503);
    const silent = answers.length;
    await expect.poll(() => countOf('login', silent)).toBeGreaterThan(3);
    line.speak();
    const greenMs = await untilReadiness(origin, 200);
    const back = answers.length;
    await expect.poll(() => countOf('drop', back, 200)).toBeGreaterThan(3);
    isOver = true;
    await Promise.all(asking);

    const slowestMs = Math.max(...answers.map(({ ms }) => ms));
    const times = { redMs, greenMs, slowestMs };
    expect(times, JSON.stringify(times)).toSatisfy(() => Math.max(...Object.values(times)) < NOTICED_MS_MAX);
    const failed = answers.filter(({ status }) => status !== 200);
    expect(new Set(failed.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 10']));
    // Each drop exists once, also if its answer was lost, and after it is sent again.
    for (const { name, init } of drops) {
      expect({ name, ...(await ask('drop', origin + routes.createPlace.path, init)) }).toMatchObject({
        name,
        status: 200,
      });
    }
    const { places } = await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, ana.token);
    expect(places.map(({ appelation }) => appelation).sort()).toEqual(drops.map(({ name }) => name).sort());
  },
);

test.each<[string, (origin: string) => Promise<unknown>]>([
  ['just fallen silent', async () => undefined],
  ['long been silent', (origin) => untilReadiness(origin, 503)],
])('a server whose database has %s ends when it is stopped', async (_, wait) => {
  const { server, line } = await startBehindLine();
  const ana = await signUp(server.origin, 'Ana');
  line.fallSilent('both');
  const login = ask('login', server.origin + routes.login.path, post({ email: ana.email, password: ana.password }));
  await wait(server.origin);
  const from = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(performance.now() - from).toBeLessThan(ENDED_MS_MAX);
  await login;
});
