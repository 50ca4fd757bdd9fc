import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printTable } from './measure.ts';
import { startOurs } from './server-processes.ts';
import { cpuSeconds, cpuSecondsOfAll, findPostmaster } from './walkers/cpu.ts';
import { makeWalkedMap } from './walkers/map.ts';
import { PARTS, startWalker, type Walker } from './walkers/traffic.ts';

/**
 * What one walker's app asks of the built server in an hour, for many walkers: the processor time that it takes there, part by
 * part, and so how many walkers a core serves. On SQLite, or on the empty PostgreSQL database of DATABASE_URL, which is on
 * this machine, and whose own time is counted apart.
 */
const WALKERS = 100;
/** Walkers whose requests are under way at a time; the others wait for their turn. */
const AT_ONCE = 16;

/** They all come from one address. */
const MOST = '100000000';
const SETTINGS = {
  RENDITIONS: '0',
  // Servers on PostgreSQL share it.
  SECRET: randomBytes(32).toString('hex'),
  GUESTS_PER_HOUR: MOST,
  EVENTS_PER_HOUR: MOST,
  EVENTS_PER_DAY: MOST,
};

const url = process.env.DATABASE_URL ?? null;
const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-bench-walkers-'));
const server = await startOurs(dataDir, SETTINGS);
try {
  const postmaster = url === null ? null : await findPostmaster(url);
  const postgresSeconds = () => (postmaster === null ? 0 : cpuSecondsOfAll(postmaster));
  const map = await makeWalkedMap(server.origin, { dataDir, url });
  const walkers = Array.from({ length: WALKERS }, () => startWalker(server.origin, map));
  const rows: string[][] = [];
  const total = { server: 0, postgres: 0, requests: 0, bytes: 0 };
  for (const { name, run } of PARTS) {
    const before = [cpuSeconds(server.pid), postgresSeconds()] as const;
    const did = await inLanes(walkers, run);
    const took = { server: cpuSeconds(server.pid) - before[0], postgres: postgresSeconds() - before[1], ...did };
    for (const key of ['server', 'postgres', 'requests', 'bytes'] as const) total[key] += took[key];
    rows.push(rowOf(name, took));
  }
  printTable(`${WALKERS} walkers, an hour of each, on ${url === null ? 'SQLite' : 'PostgreSQL'}; all of one walker`, [
    ['', 'requests', 'kB', 'ms of the server', 'ms of PostgreSQL'],
    ...rows,
    rowOf('all', total),
  ]);
  const perWalkerS = total.server / WALKERS;
  console.log(
    `\nOne core of the server, wholly used: ${Math.floor(3600 / perWalkerS).toLocaleString('en')} walkers at once.`,
  );
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Took {
  readonly server: number;
  readonly postgres: number;
  readonly requests: number;
  readonly bytes: number;
}

function rowOf(name: string, { server: serverS, postgres, requests, bytes }: Took): string[] {
  return [
    name,
    (requests / WALKERS).toFixed(0),
    (bytes / WALKERS / 1000).toFixed(0),
    ((1000 * serverS) / WALKERS).toFixed(1),
    url === null ? '' : ((1000 * postgres) / WALKERS).toFixed(1),
  ];
}

async function inLanes(walkers: readonly Walker[], run: (walker: Walker) => Promise<void>) {
  const count = () => ({
    requests: walkers.reduce((sum, { sent }) => sum + sent.requests, 0),
    bytes: walkers.reduce((sum, { sent }) => sum + sent.bytes, 0),
  });
  const before = count();
  const waiting = [...walkers];
  const lane = async (): Promise<void> => {
    for (let walker = waiting.pop(); walker !== undefined; walker = waiting.pop()) await run(walker);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const after = count();
  return { requests: after.requests - before.requests, bytes: after.bytes - before.bytes };
}
