import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { READINESS_KEPT_MS } from '../../../server/domain/upkeep/readiness.ts';
import { call } from '../../support/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../support/people.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';
import { useServer } from '../../support/use-server.ts';

const TOKEN = 'a token for metrics, of 32 bytes or more'.replaceAll(' ', '-');

let owner: Person;
const server = useServer({ METRICS_TOKEN: TOKEN, METRICS_PORT: '0', RENDITIONS: '1', CALLS_PER_MINUTE: '40' });
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
});

function ask(authorization?: string, origin = server.origin): Promise<Response> {
  return fetch(`${origin}/metrics`, { headers: authorization === undefined ? {} : { Authorization: authorization } });
}

/** The value of each series, by its name with its labels. */
async function read(): Promise<Map<string, number>> {
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
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

  test('to nobody without it, as if there were nothing', async () => {
    for (const wrong of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, TOKEN, owner.token]) {
      const response = await ask(wrong);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('dropici');
    }
  });

  test('without it on a port of the machine itself, and nothing else there', async () => {
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

test('a port for metrics that is taken is named', async () => {
  const port = new URL(server.metricsOrigin ?? '').port;
  await expect(startServer({ METRICS_PORT: port })).rejects.toThrow(
    `Cannot listen on 127.0.0.1, port ${port} (METRICS_PORT)`,
  );
});

test('requests count by the pattern of their route: no id, token, name or address is in any label', async () => {
  const mapId = await makeParcours(server.origin, owner);
  await call(server.origin, 'readParcours', { params: { mapId } }, owner.token);
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

test('what is stored and what waits is counted, and left out where the database or its files fail', async () => {
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
  server.advance(READINESS_KEPT_MS);
  expect((await read()).get('dropici_ready{check="files"}')).toBe(0);
});

test('what a limit refuses is counted', async () => {
  const before = (await read()).get('dropici_requests_refused_by_limit_total{limit="rate"}') ?? Number.NaN;
  for (let status = 200; status !== 429; )
    status = (await fetch(`${server.origin}/v1/user/me`, { headers: { Authorization: owner.token } })).status;
  await until(async () => {
    expect((await read()).get('dropici_requests_refused_by_limit_total{limit="rate"}')).toBe(before + 1);
  });
});
