import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Way } from '../../network/silent-line.ts';
import type { Fleet, FleetServer } from './fleet.ts';

/** How often `/readyz` is asked while it is to change. */
const ASK_EACH_MS = 100;
/** It is given up then; the test says how long it may take. */
const CHANGED_WITHIN_MS = 60_000;
const WAYS: readonly Way[] = ['both', 'questions', 'answers'];

/** What can befall the servers. */
export const FAULTS = [
  'kill',
  'silent database',
  'store off',
  'silent store',
  'clock ahead',
  'rolling restart',
  'full disk',
] as const;
/** One of {@link FAULTS}. */
export type Fault = (typeof FAULTS)[number];

/** What one fault came to; times of `/readyz` in milliseconds, of each server that it befell. */
export interface Suffered {
  readonly fault: Fault;
  readonly what: string;
  /** From its begin until the server said that it is not ready; none where the server was ended. */
  readonly redMs: readonly number[];
  /** From its end, or the server's start, until it said that it is ready. */
  readonly greenMs: readonly number[];
}

/** Whether this system can have the fault. */
export function isPossible(fault: Fault, { servers }: Fleet): boolean {
  return fault !== 'full disk' || servers.every(({ disk }) => disk !== null);
}

/** Lets a fault befall one or more servers of the fleet for so long, and waits until all are ready again. */
export async function suffer(fault: Fault, fleet: Fleet, holdMs: number, random: () => number): Promise<Suffered> {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const one = [pick(fleet.servers)];
  const some = random() < 0.5 ? one : [...fleet.servers];
  const way = pick(WAYS);
  const throughout = (what: string, hit: readonly FleetServer[], begin: Change, end: Change) =>
    changeFor(fleet, { fault, what, hit, holdMs, begin, end });
  switch (fault) {
    case 'kill':
      return killInTurn(fleet, holdMs);
    case 'rolling restart':
      return restartInTurn(fleet);
    case 'silent database':
      return throughout(
        way,
        some,
        ({ database }) => database.fallSilent(way),
        ({ database }) => database.speak(way === 'both'),
      );
    case 'silent store':
      return throughout(
        way,
        some,
        ({ store }) => store.fallSilent(way),
        ({ store }) => store.speak(way === 'both'),
      );
    case 'store off':
      return throughout(
        '',
        some,
        ({ store }) => store.cut(true),
        ({ store }) => store.cut(false),
      );
    case 'clock ahead':
      return throughout(
        '',
        one,
        (server) => server.shiftClock(),
        (server) => server.shiftClock(),
      );
    case 'full disk':
      return throughout(
        '',
        one,
        ({ disk }) => disk?.fill(),
        ({ disk }) => disk?.run('rm "$1"/fill-*'),
      );
  }
}

type Change = (server: FleetServer) => void;

interface Throughout {
  readonly fault: Fault;
  readonly what: string;
  readonly hit: readonly FleetServer[];
  readonly holdMs: number;
  readonly begin: Change;
  readonly end: Change;
}

async function changeFor({ servers }: Fleet, { fault, what, hit, holdMs, begin, end }: Throughout): Promise<Suffered> {
  const names = hit.map(({ name }) => name).join(', ');
  const begunMs = performance.now();
  for (const server of hit) begin(server);
  const redMs = await Promise.all(hit.map((server) => untilReady(server, false)));
  const spared = servers.filter((server) => !hit.includes(server));
  expect(await Promise.all(spared.map(isReady)), `${fault} of ${names}: the others are ready`).toEqual(
    spared.map(() => true),
  );
  await wait(Math.max(0, begunMs + holdMs - performance.now()));
  expect(await Promise.all(hit.map(isReady)), `${fault}: not ready for as long as it lasts`).toEqual(
    hit.map(() => false),
  );
  for (const server of hit) end(server);
  const greenMs = await Promise.all(hit.map((server) => untilReady(server, true)));
  return { fault, what: `${names} ${what}`.trim(), redMs, greenMs };
}

async function killInTurn({ servers }: Fleet, holdMs: number): Promise<Suffered> {
  const greenMs: number[] = [];
  const begunMs = performance.now();
  for (let kills = 0; kills < servers.length || performance.now() < begunMs + holdMs; kills++) {
    const server = servers[kills % servers.length] as FleetServer;
    await server.end('SIGKILL');
    await server.start();
    greenMs.push(await untilReady(server, true));
  }
  return { fault: 'kill', what: `${greenMs.length} times`, redMs: [], greenMs };
}

async function restartInTurn({ servers }: Fleet): Promise<Suffered> {
  const greenMs: number[] = [];
  for (const server of servers) {
    expect(await server.end('SIGTERM'), `exit code of ${server.name}`).toBe(0);
    await server.start();
    greenMs.push(await untilReady(server, true));
  }
  return { fault: 'rolling restart', what: '', redMs: [], greenMs };
}

/** Asks until the server is ready, or not; returns how long that took. */
async function untilReady(server: FleetServer, isExpected: boolean): Promise<number> {
  const fromMs = performance.now();
  while ((await isReady(server)) !== isExpected) {
    const ms = performance.now() - fromMs;
    if (ms > CHANGED_WITHIN_MS) throw new Error(`Expected ${server.name} to be ${isExpected ? '' : 'not '}ready`);
    await wait(ASK_EACH_MS);
  }
  return performance.now() - fromMs;
}

async function isReady({ origin }: FleetServer): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`);
  await response.arrayBuffer();
  return response.status === 200;
}
