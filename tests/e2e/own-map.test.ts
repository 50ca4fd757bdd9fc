import { expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { DEMO_MAP } from '../support/demo-map.ts';
import { makeParcours, signUp } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { mapReady } from './steps.ts';

/** In the middle of what the archive shows. */
const CITE: [number, number] = [2.3468, 48.8548];

const server = useServer({ MAP_PMTILES: DEMO_MAP });
const open = usePhones(server);

it('a map of the deployment’s own is read in parts of its archive, from no other server and without a complaint', async () => {
  const person = await signUp(server.origin, 'Ana');
  const parcoursId = await makeParcours(server.origin, person);
  const stored = { selectedParcours: `[${parcoursId}]` };
  const page = await open('about:blank', { person, stored, position: CITE, hasMaps: true });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const asked: URL[] = [];
  const ranges: (string | undefined)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol)) asked.push(url);
    if (url.pathname.startsWith('/v1/tiles/')) ranges.push(request.headers().range);
  });
  await page.goto('/home');
  await mapReady(page);
  await page.getByText('Natural Earth').waitFor();
  expect(await page.getByText(mapStrings.fallback).count()).toBe(0);
  expect(ranges.length).toBeGreaterThan(1);
  expect(ranges).not.toContain(undefined);
  expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set([server.origin]));
  expect(complaints).toEqual([]);
});
