import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE_MS } from '../../../server/domain/open/open-parcours.ts';
import { openWords } from '../../../server/domain/open/open-words.ts';
import { whileChanged } from '../../support/database/test-database.ts';
import { call, openToken } from '../../support/server/api.ts';
import { OPEN_SLUG, type OpenStage, openPaths, openStage } from '../../support/server/open-stage.ts';
import { makeParcours, makePlace, pointPlace } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const NOW = '2026-11-26T12:00:00.000Z';
const PAGE = `/p/${OPEN_SLUG}`;

const server = useServer();
let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(server);
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(server.origin + path, { headers: { 'Accept-Language': 'fr', ...headers }, redirect: 'manual' });
/** The catalogue is read again after a while. */
const readCatalogue = (path: '/catalogue' | '/sitemap.xml'): Promise<string> => {
  server.advance(CATALOGUE_MS);
  return read(path);
};
const read = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await get(path, headers)).text();

type Thing =
  | { readonly kind: 'place'; readonly id: OpenStage['placeId'] }
  | { readonly kind: 'map'; readonly id: OpenStage['parcoursId'] };

async function whileReported(thing: Thing, work: () => Promise<void>): Promise<void> {
  const { token } = thing.kind === 'place' ? stage.owner : stage.author;
  await call(server.origin, 'report', { body: { thing, reason: 'wrong', words: 'Faux.' } }, token);
  await work();
  await call(server.origin, 'takeMeasure', { body: { thing, kind: 'dismiss' } }, stage.owner.token);
}

describe('the page of an open parcours', () => {
  test('has all that it says, in its order, and no script', async () => {
    const page = await read(PAGE);
    expect(page).toMatch(/<h1>Le Vieux Lyon<\/h1>[\s\S]*Les Voisins[\s\S]*1,9\u00a0km[\s\S]*CC BY-SA 4.0/);
    expect(page).toMatch(/Le théâtre[\s\S]*La traboule[\s\S]*<p>Un <strong>passage<\/strong> secret.<\/p>/);
    expect(page).toMatch(/<audio controls preload="none"[^>]*>.*\.wav\?open=vieux-lyon" type="audio\/wav"/);
    expect(page).toMatch(
      /<noscript><a [^>]*href="[^"]*\.wav\?open=vieux-lyon" target="_blank" rel="noopener">Ouvrir le son</,
    );
    expect(page).toMatch(/<details><summary>Ce qui est dit<\/summary><div class="prose"><p>Entrez \(fr\)\.<\/p>/);
    expect(page).toMatch(/<source type="image\/avif".*width="40" height="20" alt="Une cour \(fr\)" loading="lazy"/);
    expect(page).toContain('href="https://example.org/?a=1&amp;b=&quot;2&quot;"');
    expect(page).not.toMatch(/<script(?! type="application\/ld\+json">)/);
    expect(page).not.toMatch(/Owner|Author/);
  });

  test('plays its sound, and shows its picture', async () => {
    const page = await read(PAGE);
    const [, audio = ''] = /<source src="([^"]+)" type="audio\/wav">/.exec(page) ?? [];
    const [, picture = ''] = /<img src="(\/v1\/media[^"]+)"/.exec(page) ?? [];
    const [, card = ''] = /og:image" content="([^"]+)"/.exec(page) ?? [];
    for (const [link, type] of [
      [server.origin + audio, 'audio/wav'],
      [server.origin + picture, 'image/jpeg'],
      [card, 'image/png'],
    ] as const) {
      const response = await fetch(link);
      expect([link, response.status, response.headers.get('Content-Type')]).toEqual([link, 200, type]);
      await response.arrayBuffer();
    }
  });

  test('is told in the language that is asked for, else in one that the reader accepts, else in its first', async () => {
    const english = await read(`${PAGE}?lang=en`, { 'Accept-Language': 'fr' });
    expect(english).toMatch(/<html lang="en">[\s\S]*<h1>Old Lyon<\/h1>[\s\S]*The passage[\s\S]*A secret passage\./);
    expect(english).toContain('<span lang="fr" dir="ltr">Le théâtre</span>');
    expect(english).toContain(`<link rel="canonical" href="${server.origin}${PAGE}?lang=en">`);
    expect(await read(PAGE, { 'Accept-Language': 'de, en;q=0.5' })).toContain('<h1>Old Lyon</h1>');
    const german = await get(PAGE, { 'Accept-Language': 'de' });
    expect(german.headers.get('Vary')).toBe('Accept-Language, Accept-Encoding');
    const french = await german.text();
    expect(french).toContain('<h1>Le Vieux Lyon</h1>');
    for (const [tag, query] of [
      ['fr', ''],
      ['en', '?lang=en'],
      ['x-default', ''],
    ]) {
      expect(french).toContain(`<link rel="alternate" hreflang="${tag}" href="${server.origin}${PAGE}${query}">`);
    }
  });

  test('may be kept for a minute, and is sent again only if it has changed', async () => {
    const response = await get(PAGE);
    await response.arrayBuffer();
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=60, stale-while-revalidate=60');
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await get(PAGE, headers)).status).toBe(304);
    await whileChanged(server.dataDir, 'parcours', { id: stage.parcoursId }, { title: 'Autre' }, async () => {
      expect(await read(PAGE, headers)).toContain('<h1>Autre</h1>');
    });
  });

  test("gives its address to the app behind 'Écouter'", async () => {
    expect(await read(PAGE)).toContain(`<a class="button" href="${PAGE}?ecouter" rel="nofollow">Écouter</a>`);
    const app = await get(`${PAGE}?ecouter`, { Accept: 'text/html' });
    expect(app.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(await app.text()).not.toContain('La traboule');
  });
});

/** Each state of a place in which people without an account see nothing of it. */
const UNSEEN: readonly (readonly [state: string, within: (work: () => Promise<void>) => Promise<void>])[] = [
  ['a draft', (work) => whilePlace({ is_draft: true }, work)],
  ['waiting', (work) => whilePlace({ approval: 'waiting' }, work)],
  ['refused', (work) => whilePlace({ approval: 'refused' }, work)],
  ['hidden', (work) => whilePlace({ hidden_at: NOW }, work)],
  ['deleted', (work) => whilePlace({ deleted_at: NOW }, work)],
  ['planned', (work) => whilePlace({ is_planned: true }, work)],
  ['filling a planned place', (work) => whilePlace({ plan_id: 999 }, work)],
  ['reported', (work) => whileReported({ kind: 'place', id: stage.placeId }, work)],
];

function whilePlace(change: Readonly<Record<string, unknown>>, work: () => Promise<void>): Promise<void> {
  return whileChanged(server.dataDir, 'places', { id: stage.placeId }, change, work);
}

test.each(UNSEEN)('a place that is %s is on no public page', (_, within) =>
  within(async () => {
    for (const path of openPaths(stage.placeId)) {
      const text = await read(path);
      expect([path, text]).toEqual([
        path,
        expect.not.stringMatching(/traboule|(?<!dangerous )passage(?! dangereux)|Entrez|cour \(|Ana Roux|4\.827/),
      ]);
    }
    expect(await read(PAGE)).toContain('Le théâtre');
  }),
);

test('a place has the number that members see, though the one before it is not shown', () =>
  whileReported({ kind: 'place', id: stage.silentId }, async () => {
    for (const path of [PAGE, `/embed/${OPEN_SLUG}`]) {
      expect([path, (await read(path)).match(/(?<=class="number">)\d+/g)]).toEqual([path, ['2']]);
    }
    expect(await read(`${PAGE}/feed.xml`)).toContain('<itunes:episode>2</itunes:episode>');
  }));

test('a draft of a transcript is on no public page', async () => {
  await whileChanged(
    server.dataDir,
    'tellings',
    { place_id: stage.placeId, language: 'fr' },
    { transcript_state: 'draft' },
    async () => {
      expect(await read(PAGE)).not.toContain('Entrez (fr)');
      expect((await get(`${PAGE}/${stage.placeId}/transcript.vtt`)).status).toBe(404);
    },
  );
});

test('a place of another parcours is on no page of this one', async () => {
  const elsewhere = await makePlace(
    server.origin,
    stage.owner,
    await makeParcours(server.origin, stage.owner, 'Ailleurs'),
  );
  for (const file of ['transcript.vtt', 'chapters.json']) {
    expect((await get(`${PAGE}/${elsewhere}/${file}`)).status).toBe(404);
  }
});

test.each([
  ['closed', { visibility: null }],
  ['hidden', { hidden_at: NOW }],
  ['deleted', { deleted_at: NOW }],
])('a parcours that is %s answers as one that never was', async (_, change) => {
  const answers = async (slug: string) => {
    const paths = openPaths(stage.placeId).filter((path) => path.includes(OPEN_SLUG));
    const found = [];
    for (const path of [...paths, `${PAGE}/card-fr.png`, `${PAGE}?ecouter`]) {
      const response = await get(path.replace(OPEN_SLUG, slug));
      found.push([response.status, response.headers.get('Cache-Control'), await response.text()]);
    }
    return found;
  };
  await whileChanged(server.dataDir, 'parcours', { id: stage.parcoursId }, change, async () => {
    const gone = await answers(OPEN_SLUG);
    expect(gone).toEqual(await answers('jamais-vu'));
    expect(gone).toEqual(await answers('%C3%89_NON'));
    for (const [status, cache, text] of gone) {
      expect([status, cache]).toEqual([404, 'no-store']);
      expect(text).toContain(openWords.fr.gone);
    }
    expect(await readCatalogue('/catalogue')).not.toContain(OPEN_SLUG);
    expect(await readCatalogue('/sitemap.xml')).not.toContain(OPEN_SLUG);
  });
});

test('an address that the parcours had before leads to the new one, and belongs to nobody else', async () => {
  const set = (visibility: 'catalogue' | null, slug: string, mapId = stage.parcoursId) =>
    call(server.origin, 'updateOpening', { params: { mapId }, body: { visibility, slug } } as never, stage.owner.token);
  const guids = async (slug: string) => (await read(`/p/${slug}/feed.xml`)).match(/<guid.*<\/guid>/g);
  const before = await guids(OPEN_SLUG);
  expect(before).toHaveLength(1);
  const [, sound = ''] = /<source src="([^"]+)" type="audio\/wav">/.exec(await read(PAGE)) ?? [];
  const [, picture = ''] = /<img[^>]* src="(\/v1\/media\/[^"]+)"/.exec(await read(PAGE)) ?? [];
  await set('catalogue', 'rue-saint-jean');
  for (const path of [PAGE, `${PAGE}/feed.xml?lang=en`, `/embed/${OPEN_SLUG}`, `${PAGE}?ecouter`, `${PAGE}/signaler`]) {
    const moved = await get(path);
    expect([path, moved.status, moved.headers.get('Location')]).toEqual([
      path,
      301,
      path.replace(OPEN_SLUG, 'rue-saint-jean'),
    ]);
  }
  expect(await readCatalogue('/sitemap.xml')).not.toContain(OPEN_SLUG);
  expect(await read('/p/rue-saint-jean')).toContain(`rel="canonical" href="${server.origin}/p/rue-saint-jean"`);
  // Podcast apps take an item with another id for a new one.
  await whileChanged(server.dataDir, 'places', { id: stage.placeId }, { name: 'Un autre nom' }, async () => {
    expect(await guids('rue-saint-jean')).toEqual(before);
  });
  // What stands open in a browser goes on.
  const { parcoursId: mapId } = stage;
  expect(await call(server.origin, 'readParcours', { params: { mapId } }, openToken(OPEN_SLUG))).toBeDefined();
  for (const file of [sound, picture]) expect((await fetch(server.origin + file)).status).toBe(200);

  const other = await makeParcours(server.origin, stage.owner, 'Un autre');
  await expect(set('catalogue', OPEN_SLUG, other)).rejects.toMatchObject({ code: 'conflict' });
  await set(null, 'rue-saint-jean');
  expect((await get(PAGE)).status).toBe(404);
  await set('catalogue', OPEN_SLUG);
  expect((await get(PAGE)).status).toBe(200);
  expect((await get('/p/rue-saint-jean')).headers.get('Location')).toBe(PAGE);
  server.advance(CATALOGUE_MS);
});

test('a reported parcours is on no public page', async () => {
  await whileReported({ kind: 'map', id: stage.parcoursId }, async () => {
    server.advance(CATALOGUE_MS);
    for (const path of openPaths(stage.placeId)) {
      expect([path, await read(path)]).toEqual([path, expect.not.stringMatching(/Lyon|traboule/)]);
    }
  });
});

describe('the catalogue', () => {
  test('finds parcours whatever the accents, in the language of the reader', async () => {
    server.advance(CATALOGUE_MS);
    for (const search of ['vieux+LYON', 'lyon+pas', 'v%C3%AEeux']) {
      expect([search, await read(`/catalogue?q=${search}`)]).toEqual([search, expect.stringContaining(PAGE)]);
    }
    const none = await read('/catalogue?q=%22%3E%3Cscript%3E');
    expect(none).toContain(openWords.fr.found(0));
    expect(none).toContain('value="&quot;&gt;&lt;script&gt;"');
    // It counts stories again after a while.
    server.advance(CATALOGUE_MS);
    expect(await read('/catalogue', { 'Accept-Language': 'en' })).toMatch(/Old Lyon[\s\S]*1 story/);
  });

  test('has a map of what it finds, on which a parcours is where its first shown place is', async () => {
    const { token } = stage.owner;
    const between = await makeParcours(server.origin, stage.owner, 'Entre deux');
    await call(server.origin, 'createPlace', { body: pointPlace(between, 'Entre', [4.8235, 45.76]) }, token);
    const opening = { visibility: 'catalogue' as const, slug: 'entre-deux' };
    await call(server.origin, 'updateOpening', { params: { mapId: between }, body: opening } as never, token);
    const fromWest = async () =>
      [
        ...(await readCatalogue('/catalogue')).matchAll(
          /href="\/p\/([\w-]+)" tabindex="-1"><title>[^<]+<\/title><circle cx="([\d.]+)"/g,
        ),
      ]
        .sort(([, , x], [, , otherX]) => Number(x) - Number(otherX))
        .map(([, slug]) => slug);
    expect(await fromWest()).toEqual([OPEN_SLUG, 'entre-deux']);
    await whileChanged(server.dataDir, 'places', { id: stage.silentId }, { hidden_at: NOW }, async () => {
      expect(await fromWest()).toEqual(['entre-deux', OPEN_SLUG]);
    });
    server.advance(CATALOGUE_MS);
    const found = await read('/catalogue?q=entre');
    expect(found).toContain('href="/p/entre-deux" tabindex="-1"');
    expect(found).not.toContain(OPEN_SLUG);
    expect(await read('/catalogue?q=nulle+part')).not.toContain('<svg');
    await call(server.origin, 'deleteParcours', { params: { mapId: between } }, token);
    expect(await readCatalogue('/catalogue')).not.toContain('entre-deux');
  });

  test('is read once for all who ask within a while, and shows descriptions as they are written', async () => {
    const description = 'Le 2 * 3 [détours] #1';
    await readCatalogue('/catalogue');
    await whileChanged(server.dataDir, 'parcours', { id: stage.parcoursId }, { description }, async () => {
      expect(await read('/catalogue')).not.toContain(description);
      expect(await readCatalogue('/catalogue')).toContain(description);
    });
    server.advance(CATALOGUE_MS);
  });

  test('and the sitemap are without parcours that are open by their link, which search engines leave out', async () => {
    expect(await read('/robots.txt')).toContain(`Sitemap: ${server.origin}/sitemap.xml`);
    expect(await readCatalogue('/sitemap.xml')).toContain(`<loc>${server.origin}${PAGE}</loc>`);
    expect((await get(PAGE)).headers.get('X-Robots-Tag')).toBeNull();
    await whileChanged(server.dataDir, 'parcours', { id: stage.parcoursId }, { visibility: 'link' }, async () => {
      expect(await readCatalogue('/catalogue')).not.toContain(OPEN_SLUG);
      expect(await readCatalogue('/sitemap.xml')).not.toContain(OPEN_SLUG);
      expect((await get(PAGE)).headers.get('X-Robots-Tag')).toBe('noindex');
      expect((await get(`${PAGE}/feed.xml`)).headers.get('X-Robots-Tag')).toBe('noindex');
    });
  });
});

test('only the page for frames may be shown by other sites, and it runs nothing', async () => {
  const framed = await get(`/embed/${OPEN_SLUG}`);
  expect(framed.headers.get('X-Frame-Options')).toBeNull();
  expect(framed.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'.*frame-ancestors \*$/);
  expect(await framed.text()).toMatch(/La traboule[\s\S]*<audio/);
  for (const path of [PAGE, `${PAGE}/feed.xml`, '/catalogue', '/embed', '/p/embed']) {
    const { headers } = await get(path);
    expect([path, headers.get('X-Frame-Options')]).toEqual([path, 'DENY']);
    expect([path, headers.get('Content-Security-Policy')]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
  }
});
