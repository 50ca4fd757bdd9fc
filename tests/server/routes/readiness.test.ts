import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { READINESS_CACHED_MS } from '../../../server/domain/upkeep/readiness.ts';
import { describeApi } from '../../../server/http/openapi/document.ts';
import { findFaults } from '../../support/formats/json-schema.ts';
import { fixture, makeParcours, makePlace, signUp, upload } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
const api = describeApi();

/** Reads the report and checks it against the API's description. */
async function ask(): Promise<{ status: number; report: unknown }> {
  const response = await fetch(`${server.origin}/readyz`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const report: unknown = await response.json();
  const schema = api.paths['/readyz']?.get?.responses[response.status]?.content?.['application/json']?.schema;
  expect(findFaults(schema, report, api)).toEqual([]);
  return { status: response.status, report };
}

const READY = {
  status: 200,
  report: { status: 'ready', checks: { database: 'ok', disk: 'ok', files: 'ok', settings: 'ok' } },
};
const NO_FILES = {
  status: 503,
  report: { status: 'not_ready', checks: { database: 'ok', disk: 'ok', files: 'failed', settings: 'ok' } },
};

test('a server is ready as long as its recordings’ files are whole; the result is cached for 5 s', async () => {
  expect(await ask()).toEqual(READY);
  const owner = await signUp(server.origin, 'Owner');
  const placeId = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  server.advance(READINESS_CACHED_MS);
  expect(await ask()).toEqual(READY);

  const mediaDir = join(server.dataDir, 'media');
  const [wav = ''] = (await readdir(mediaDir, { recursive: true })).filter((path) => path.endsWith('.wav'));
  await truncate(join(mediaDir, wav), 100);
  expect(await ask()).toEqual(READY);
  server.advance(READINESS_CACHED_MS);
  expect(await ask()).toEqual(NO_FILES);
  await rm(join(mediaDir, wav));
  server.advance(READINESS_CACHED_MS);
  expect(await ask()).toEqual(NO_FILES);
  // The server is alive nevertheless.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
});
