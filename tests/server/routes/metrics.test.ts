import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { READINESS_CACHED_MS } from '../../../server/domain/upkeep/readiness.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { testEnvironment } from '../../support/database/test-database.ts';
import { startMailServer } from '../../support/network/mail-server.ts';
import { startS3 } from '../../support/s3/s3-servers.ts';
import { call } from '../../support/server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { runTool } from '../../support/server/run-tool.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { makeFolder } from '../../support/test-folder.ts';
import { until } from '../../support/until.ts';

const TOKEN = 'a token for metrics, of 32 bytes or more'.replaceAll(' ', '-');

let owner: Person;
const server = useServer({ METRICS_TOKEN: TOKEN, METRICS_PORT: '0', RENDITIONS: '1', CALLS_PER_MINUTE: '40' });
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
});

function ask(authorization?: string, origin = server.origin): Promise<Response> {
  return fetch(`${origin}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } });
}

/** Reads the value of each series by its name with labels. */
async function read(origin?: string): Promise<Map<string, number>> {
  const text = await (await ask(`Bearer ${TOKEN}`, origin)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const countOf = (method: string, route: string, status: string) =>
  `dropici_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('the metrics are served', () => {
  test('with their token, in the text format', async () => {
    const response = await ask(`Bearer ${TOKEN}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    const text = await response.text();
    const line = /^(# (HELP|TYPE) \w+ .+|[a-z_]+(\{(\w+="[^"\n]*",?)+\})? (NaN|[+-]?Inf|-?[\d.e+-]+))$/;
    expect(text.split('\n').filter((each) => each !== '' && !line.test(each))).toEqual([]);
  });

  test('to nobody without it: the path is not found', async () => {
    for (const wrong of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, owner.token]) {
      const response = await ask(wrong);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('dropici');
    }
  });

  test('without it on a local port, which serves nothing else', async () => {
    expect(server.metricsOrigin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const origin = server.metricsOrigin ?? '';
    expect(await (await ask(undefined, origin)).text()).toContain('dropici_accounts 1');
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

test('a server without a token and a port has no metrics', async () => {
  const bare = await startServer();
  try {
    for (const token of [undefined, 'Bearer ', 'Bearer null']) expect((await ask(token, bare.origin)).status).toBe(404);
    expect(bare.metricsOrigin).toBeNull();
  } finally {
    await bare.stop();
  }
});

test('a start with a taken port for metrics names the port', async () => {
  const port = new URL(server.metricsOrigin ?? '').port;
  await expect(startServer({ METRICS_PORT: port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port} (METRICS_PORT)`,
  );
});

test('requests are counted by route pattern: no label has an id, token, name or address', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  await call(server.origin, 'readParcours', { params: { mapId: parcoursId } }, owner.token);
  const secret = randomUUID();
  await fetch(`${server.origin}/v1/nothing/${secret}?token=${secret}`);
  await fetch(`${server.origin}/v1/media/${secret}.wav?signature=${secret}`);
  await fetch(`${server.origin}/${secret}`, { method: 'OPTIONS' });
  await until(async () => {
    const now = await read();
    expect(now.get(countOf('GET', '/v1/media/:file', '4xx'))).toBe(1);
    expect(now.get(countOf('GET', 'none', '4xx'))).toBeGreaterThan(0);
    expect([...now.keys()].some((key) => /count\{method="other"/.test(key))).toBe(true);
    expect(
      [...now.keys()].some((key) => /_count\{method="GET",route="\/v1\/[^"]*:mapId[^"]*",status="2xx"/.test(key)),
    ).toBe(true);
  });
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
  for (const word of [secret, 'example.org', 'Owner', '127.0.0.1', owner.token]) expect(text).not.toContain(word);
  const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route ?? '');
  expect(routes.filter((route) => /\/\d/.test(route))).toEqual([]);
});

test('stored and waiting items are counted, and left out if the database or its files fail', async () => {
  const placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  await until(async () => {
    const now = await read();
    expect(now.get('dropici_jobs_waiting{kind="waveform"}')).toBe(0);
    expect(now.get('dropici_jobs_waiting{kind="rendition"}')).toBe(0);
    expect(now.get('dropici_stored_bytes{kind="renditions"}')).toBeGreaterThan(0);
    expect(now.get('dropici_uploads_running')).toBe(0);
  });
  const now = await read();
  expect(now.get('dropici_accounts')).toBe(1);
  expect(now.get('dropici_places')).toBe(1);
  expect(now.get('dropici_maps')).toBeGreaterThan(0);
  expect(now.get('dropici_stored_bytes{kind="audio"}')).toBe((await fixture('conforming-mono.wav')).size);
  expect(now.get('dropici_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
  expect(now.get('dropici_event_loop_lag_seconds{quantile="0.99"}')).toBeGreaterThanOrEqual(0);
  expect(now.get('dropici_ready{check="files"}')).toBe(1);

  const mediaDir = join(server.dataDir, 'media');
  for (const path of await readdir(mediaDir)) await rm(join(mediaDir, path), { recursive: true });
  server.advance(READINESS_CACHED_MS);
  expect((await read()).get('dropici_ready{check="files"}')).toBe(0);
});

test('requests that a limit refuses are counted', async () => {
  const before = (await read()).get('dropici_requests_refused_by_limit_total{limit="rate"}') ?? Number.NaN;
  for (let status = 200; status !== 429; )
    status = (await fetch(`${server.origin}/v1/user/me`, { headers: { Authorization: owner.token } })).status;
  await until(async () => {
    expect((await read()).get('dropici_requests_refused_by_limit_total{limit="rate"}')).toBe(before + 1);
  });
});

test('disk and database connections are measured, and nothing that the server does not use', async () => {
  const now = await read();
  expect(now.get('dropici_disk_free_bytes')).toBeGreaterThan(2 ** 20);
  expect(now.get('dropici_disk_reserve_bytes')).toBe(0);
  expect(now.get('dropici_database_connections_max{pool="write"}')).toBeGreaterThan(0);
  for (const state of ['used', 'idle', 'waiting']) {
    expect(now.get(`dropici_database_connections{pool="read",state="${state}"}`)).toBeGreaterThanOrEqual(0);
  }
  const named = [...now.keys()].join();
  expect(named).not.toMatch(/dropici_(store_|quota_)/);
});

test('the commands report the last back-up and file check with their results as metrics', async () => {
  const at = (command: string) => `dropici_upkeep_timestamp_seconds{command="${command}"}`;
  const files = (command: string, state: string) => `dropici_upkeep_files{command="${command}",state="${state}"}`;
  const before = await read();
  expect([before.get(at('backup')), before.get(at('verify-media'))]).toEqual([0, 0]);
  const backups = await makeFolder();
  const env = await testEnvironment(server.dataDir);
  const begunS = Date.now() / 1000;
  // The test before deleted the files.
  expect((await runTool('backup', [backups], env)).code).toBe(1);
  expect((await runTool('verify-media', [], env)).code).toBe(1);
  const now = await read();
  for (const command of ['backup', 'verify-media']) {
    expect(now.get(at(command))).toBeGreaterThanOrEqual(Math.floor(begunS));
    expect(now.get(files(command, 'missing'))).toBeGreaterThan(0);
  }
  // A check of a back-up says nothing about the live files.
  const [backup = ''] = await readdir(backups);
  await runTool('verify-media', [join(backups, backup)], env);
  expect((await read()).get(at('verify-media'))).toBe(now.get(at('verify-media')));
});

test('mails, bucket and quota are measured if used; alerts and dashboard name existing series', async () => {
  const [mailServer, s3] = [await startMailServer({ refuses: true }), await startS3()];
  onTestFinished(mailServer.stop);
  onTestFinished(s3.stop);
  const all = await startServer({
    ...mailServer.env,
    ...s3.environment('voices'),
    METRICS_TOKEN: TOKEN,
    TOTAL_QUOTA_BYTES: '1000000000',
  });
  onTestFinished(all.stop);
  await signUp(all.origin, 'Ana');
  await until(async () => {
    expect((await read(all.origin)).get('dropici_mails_total{result="failed"}')).toBe(1);
  });
  await runTool('verify-media', [], { ...(await testEnvironment(all.dataDir)), ...s3.environment('voices') });
  const series = await read(all.origin);
  expect(series.get('dropici_mails_total{result="sent"}')).toBe(0);
  expect(series.get('dropici_store_requests_total{result="ok"}')).toBeGreaterThan(0);
  expect(series.get('dropici_store_seconds_total')).toBeGreaterThan(0);
  expect(series.get('dropici_quota_bytes')).toBe(1_000_000_000);

  const names = new Set([...series.keys()].map((key) => key.replace(/\{.*/, '')));
  const labelled = [...series.keys()].join('\n');
  const alerts = await readFile(join(projectRoot(), 'deploy/prometheus/drop-ici.rules.yml'), 'utf8');
  const dashboard = await readFile(join(projectRoot(), 'deploy/grafana/drop-ici.json'), 'utf8');
  const queries = [...dashboardQueries(JSON.parse(dashboard))];
  expect(queries.length).toBeGreaterThan(10);
  for (const text of [alerts, ...queries]) {
    const used = [...text.matchAll(/\b(dropici_\w+)(?:\{([^}]*)\})?/g)];
    expect(used.length).toBeGreaterThan(0);
    for (const [, name = '', matchers = ''] of used) {
      expect(names).toContain(name);
      for (const [, label, values = ''] of matchers.matchAll(/(\w+)=~?"(\w[\w|-]*)"/g)) {
        // A status that no response had has no series yet.
        if (label === 'status') continue;
        for (const value of values.split('|')) {
          expect(labelled).toMatch(new RegExp(`^${name}\\{.*${label}="${value}"`, 'm'));
        }
      }
    }
  }
  // Each series is shown in the dashboard and documented.
  const shown = queries.join('\n');
  expect([...names].filter((name) => !shown.includes(name.replace(/_(sum|count|bucket)$/, '')))).toEqual([]);
  const documented = await readFile(join(projectRoot(), 'docs/operations.md'), 'utf8');
  expect([...names].filter((name) => !documented.includes(`\`${name.replace(/_(sum|count|bucket)$/, '')}`))).toEqual(
    [],
  );
});

function* dashboardQueries(part: unknown): Iterable<string> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    if (key === 'expr' && typeof value === 'string') yield value;
    else yield* dashboardQueries(value);
  }
}
