import { beforeAll, describe, expect, test } from 'vitest';
import { MODERATION_WORDS_MAX, OUTSIDE_REPORTS_MAX, OUTSIDE_REPORTS_OF_SITE_MAX } from '../../../contracts/limits.ts';
import type { ReportedItem } from '../../../contracts/moderation.ts';
import { openWords } from '../../../server/domain/open/open-words.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { OPEN_SLUG, type OpenStage, openStage } from '../../support/server/open-stage.ts';
import { useServer } from '../../support/server/use-server.ts';

const PAGE = `/p/${OPEN_SLUG}`;
const FORM = `${PAGE}/signaler`;
const words = openWords.fr.report;

const server = useServer();
let stage: OpenStage;
/** The form about 'La traboule'. */
let placeForm: string;
beforeAll(async () => {
  stage = await openStage(server);
  placeForm = `${FORM}?lieu=${stage.placeId}`;
});

const read = async (path: string, language = 'fr'): Promise<string> =>
  (await fetch(server.origin + path, { headers: { 'Accept-Language': language } })).text();

/** Sends the form as a browser without a script does. */
function send(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { 'Sec-Fetch-Site': 'same-origin' },
): Promise<Response> {
  return fetch(server.origin + path, {
    method: 'POST',
    headers: { 'Accept-Language': 'fr', ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

async function queued(thing: ReportedItem) {
  const { things } = await call(server.origin, 'readModerationQueue', {}, stage.owner.token);
  return things.find((found) => found.thing.kind === thing.kind && found.thing.id === thing.id);
}

const dismiss = (thing: ReportedItem) =>
  call(server.origin, 'takeMeasure', { body: { thing, kind: 'dismiss' } }, stage.owner.token);

describe('the form that reports without an account', () => {
  test('is linked from the page and from each story, in both languages, and runs no script', async () => {
    const page = await read(PAGE);
    expect(page).toContain(`<a href="${FORM}" rel="nofollow">${words.parcours}</a>`);
    expect(page).toContain(`href="${placeForm}" rel="nofollow" aria-label="${words.place('La traboule')}"`);
    expect(await read(FORM)).toContain(`<h1>${words.parcoursTitle('Le Vieux Lyon')}</h1>`);
    expect(await read(placeForm, 'en')).toContain(`<h1>${openWords.en.report.place('The passage')}</h1>`);
    const response = await fetch(server.origin + placeForm);
    expect(await response.text()).not.toContain('<script');
    const policy = response.headers.get('Content-Security-Policy') ?? '';
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    // After 'no-store' a browser may forget what was written, when it goes back from a refusal.
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache');
  });

  test('brings a report before the admins of the site, and hides nothing', async () => {
    const thing = { kind: 'place' as const, id: stage.placeId };
    const fields = { reason: 'privacy', words: 'Ma voix,\r\nsans mon accord.', email: ' Lea@Example.org ' };
    const answer = await (await send(placeForm, fields)).text();
    expect(answer).toContain(`<h1>${words.sent}</h1>`);
    expect(answer).toContain(words.answerTo('lea@example.org'));
    // Sent twice, as a reload of the answer does.
    await send(placeForm, fields);
    const told = { reason: 'privacy', words: 'Ma voix,\nsans mon accord.', reporter: null };
    expect((await queued(thing))?.reports).toMatchObject([{ ...told, outside: { answerTo: 'lea@example.org' } }]);
    // Somebody else who wants to be answered.
    await send(placeForm, { ...fields, email: 'max@example.org' });
    expect((await queued(thing))?.reports).toHaveLength(2);
    expect(await read(PAGE)).toContain('La traboule');
    expect(await call(server.origin, 'listMessages', {}, stage.author.token)).toEqual({ messages: [] });

    await dismiss(thing);
    expect((await queued(thing))?.reports ?? []).toEqual([]);
    const [closed] = await withDatabase(server.dataDir, (database) =>
      database.reader('reports').where({ place_id: stage.placeId }),
    );
    expect(closed).toMatchObject({ words: null, answer_to: null });
  });

  test('is shown again with what was written, where something is missing', async () => {
    const response = await send(placeForm, { words: '<b>Faux</b>', email: 'lea@' });
    expect(response.status).toBe(400);
    const page = await response.text();
    expect(page).toContain('&lt;b&gt;Faux&lt;/b&gt;</textarea>');
    expect(page).toContain('value="lea@"');
    expect(page).toContain(words.faults.reason);
    expect(page).toContain(words.faults.email);
    expect(page.match(/autofocus/g)).toHaveLength(1);
    const long = await send(FORM, { reason: 'other', words: 'x'.repeat(MODERATION_WORDS_MAX + 1) });
    expect(await long.text()).toContain(words.faults.words(MODERATION_WORDS_MAX));
    expect((await send(`${FORM}?lieu=999`, { reason: 'other', words: 'Faux' })).status).toBe(404);
  });

  test("is not sent by another site's page, also from a browser that tells its origin alone", async () => {
    const fields = { reason: 'other', words: 'Pas moi.' };
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://example.org' }, { Origin: 'null' }]) {
      const response = await send(placeForm, fields, headers);
      expect([response.status, response.headers.get('Location')]).toEqual([303, placeForm]);
    }
    expect((await send(placeForm, {}, { Origin: server.origin })).status).toBe(400);
    expect(await queued({ kind: 'place', id: stage.placeId })).toBeUndefined();
  });

  test('takes only so many reports about one thing, which hide it from nobody, and keep it from no copy', async () => {
    const thing = { kind: 'map' as const, id: stage.parcoursId };
    await withDatabase(server.dataDir, async (database) => {
      const row = {
        parcours_id: stage.parcoursId,
        reason: 'other',
        is_outside: true,
        made_at: '2026-11-26T12:00:00.000Z',
      };
      const rows = Array.from({ length: OUTSIDE_REPORTS_MAX }, (_, index) => ({ ...row, words: `Non ${index}` }));
      const ofPlace = { ...row, parcours_id: null, place_id: stage.placeId };
      await database.transact((tx) => tx('reports').insert([...rows, ofPlace]));
      const request = { params: { mapId: stage.parcoursId }, body: {} };
      const { newParcours } = await call(server.origin, 'copyParcours', request, stage.owner.token);
      expect(await database.reader('places').where({ parcours_id: newParcours.id })).toHaveLength(2);
    });
    const response = await send(FORM, { reason: 'other', words: 'Encore' });
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(words.faults.tooMany)]);
    expect(await read(PAGE)).toContain('Le Vieux Lyon');
    await dismiss(thing);
    await dismiss({ kind: 'place', id: stage.placeId });
  });

  test('takes only so many reports about all things, of whose old texts the queue has as many as fit', async () => {
    const row = { place_id: stage.silentId, reason: 'other', is_outside: true, made_at: '2026-11-26T12:00:00.000Z' };
    const rows = Array.from({ length: OUTSIDE_REPORTS_OF_SITE_MAX }, (_, index) => {
      const text = `${index} `.padEnd(2000, 'Faux. ');
      const telling = { language: 'fr', kind: 'standard', name: '', text, link: null, pictures: [], transcript: null };
      return { ...row, words: null, name: 'Le théâtre', texts: JSON.stringify([telling]) };
    });
    await changeRows(server.dataDir, (tx) => tx.batchInsert('reports', rows, 100));
    const answer = await send(placeForm, { reason: 'other', words: 'Encore' });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(words.faults.tooMany)]);
    const found = await queued({ kind: 'place', id: stage.silentId });
    expect(found?.reportedAs).toHaveLength(OUTSIDE_REPORTS_OF_SITE_MAX);
    expect(found?.reportedAs[0]?.texts?.[0]?.text).toMatch(/^0 Faux/);
    expect(found?.reportedAs.at(-1)?.texts).toBeNull();
    expect(JSON.stringify(found).length).toBeLessThan(3_000_000);
    await dismiss({ kind: 'place', id: stage.silentId });
  });

  test('keeps what was written for a year at most', async () => {
    const fields = { reason: 'privacy', words: 'Ma voix.', email: 'lea@example.org' };
    const readWritten = async () => {
      await server.restart();
      return withDatabase(server.dataDir, (database) =>
        database.reader('reports').where({ closed_at: null }).select('words', 'answer_to', 'reason'),
      );
    };
    await send(placeForm, fields);
    server.advance(364 * 24 * 3600 * 1000);
    expect(await readWritten()).toEqual([{ words: 'Ma voix.', answer_to: 'lea@example.org', reason: 'privacy' }]);
    server.advance(2 * 24 * 3600 * 1000);
    expect(await readWritten()).toEqual([{ words: null, answer_to: null, reason: 'privacy' }]);
  });
});
