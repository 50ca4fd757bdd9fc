import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, globalAgent, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { cardWords } from '../../../server/domain/cards/card-words.ts';
import { createCards } from '../../../server/domain/cards/cards.ts';
import { COSTLY_WORK } from '../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../server/domain/fair-queue.ts';
import { createFindInvited, createInvitations } from '../../../server/domain/parcours/invitations.ts';
import { serveApp } from '../../../server/http/app-files.ts';
import { createPageHeads, type ReadPageHead } from '../../../server/http/app-page.ts';
import { createRateLimits } from '../../../server/http/rate-limit.ts';
import type { Database } from '../../../server/store/database.ts';
import { openTestDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  upload,
} from '../../support/server/people.ts';
import { send } from '../../support/server/raw-request.ts';
import { TEST_SECRET } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

/** The headers that each of these sends when somebody posts a link, besides Host and Connection. */
const CRAWLERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  WhatsApp: { 'User-Agent': 'WhatsApp/2.24.20.89 A', 'Accept-Encoding': 'gzip, deflate', Accept: '*/*' },
  // Signal's phones fetch the page themselves, under this name.
  Signal: { 'User-Agent': 'WhatsApp/2', 'Accept-Encoding': 'identity', Accept: '*/*' },
  Slack: {
    'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    Range: 'bytes=0-32768',
    Accept: '*/*',
    'Accept-Encoding': 'gzip',
  },
  Facebook: {
    'User-Agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    Range: 'bytes=0-524287',
    Accept: '*/*',
    'Accept-Encoding': 'deflate, gzip',
  },
  iMessage: {
    'User-Agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    Accept: '*/*',
    'Accept-Language': 'fr-FR,fr;q=0.9',
    'Accept-Encoding': 'gzip, deflate, br',
  },
  Mastodon: {
    'User-Agent': 'Mastodon/4.3.2 (http.rb/5.2.0; +https://mastodon.social/) Bot',
    Accept: 'text/html, application/xhtml+xml',
    'Accept-Encoding': 'gzip',
  },
  Discord: { 'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)' },
  'a program that says nothing': {},
};

const TITLE = 'L’île "aux" <b>voix</b> & Cie 🎧 \u202Enevar';
const SHOWN_TITLE = 'L’île "aux" <b>voix</b> & Cie 🎧 nevar';

const server = useServer();
let database: Database;
let appDir: string;
let pages: Server;
let origin: string;
let owner: Person;
let parcoursId: ParcoursId;
let link: string;
let token: string;

beforeAll(async () => {
  database = await openTestDatabase(server.dataDir);
  appDir = await mkdtemp(join(tmpdir(), 'drop-ici-app-'));
  await writeFile(
    join(appDir, 'index.html'),
    '<!doctype html><html lang="fr"><head><!-- head --><title>Drop ici</title><!-- /head --></head></html>',
  );
  await mkdir(join(appDir, 'pages'));
  const pageWith = (html: string) =>
    `<!doctype html><html lang="fr"><head><!-- head --><!-- /head --><!-- next --><link><!-- /next --></head><body><div id="root">${html}</div></body></html>`;
  await writeFile(join(appDir, 'pages/invite.html'), pageWith('an invitation'));
  await writeFile(join(appDir, 'pages/invited.html'), pageWith('<h2>{{name}}</h2><p>{{description}}</p>'));
  // Pages like those of a build, with the data of a running server, which serves the pictures.
  const findInvited = createFindInvited(database, createInvitations(database, TEST_SECRET, Date.now));
  const heads = createPageHeads(
    createCards({
      database,
      secret: TEST_SECRET,
      findInvited,
      takeTurn: createFairQueue(COSTLY_WORK.pictures),
      clock: Date.now,
    }),
    createRateLimits(null),
    (error) => {
      throw error;
    },
  );
  ({ server: pages, origin } = await servePages(heads));

  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner, TITLE);
  await upload(
    server.origin,
    owner,
    await makePlace(server.origin, owner, parcoursId, 'Le pont'),
    await fixture('conforming-mono.wav'),
  );
  await makePlace(server.origin, owner, parcoursId, 'Sans histoire');
  ({ link, token } = await invite(parcoursId));
});
afterAll(async () => {
  pages.close();
  await database.close();
  await rm(appDir, { recursive: true });
});

describe('an invitation sent by message', () => {
  test.each(Object.entries(CRAWLERS))(
    'is shown by %s with the name, the description and the picture of its parcours',
    async (_, headers) => {
      const { status, type, text } = await get(link, headers);
      expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
      const tags = tagsOf(text);
      expect(tags['og:title']).toBe(SHOWN_TITLE);
      expect(tags['og:description']).toBe(`${SHOWN_TITLE}, pas à pas`);
      expect(tags).toMatchObject({
        'og:type': 'website',
        'og:site_name': 'Drop ici',
        'og:locale': 'fr_FR',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': cardWords.fr.pictureOf(SHOWN_TITLE),
        'twitter:card': 'summary_large_image',
        'twitter:title': SHOWN_TITLE,
        description: `${SHOWN_TITLE}, pas à pas`,
      });
      expect(tags['twitter:image']).toBe(tags['og:image']);
      const picture = await fetch(pictureAddress(text), { headers });
      expect(picture.status).toBe(200);
      expect(picture.headers.get('Content-Type')).toBe('image/png');
    },
  );

  test('is shown in the language of its inviter, whatever the reader asks for', async () => {
    const chosen = (language: 'fr' | 'en') =>
      call(server.origin, 'chooseLanguage', { body: { language } }, owner.token);
    const french = pictureAddress((await get(link)).text);
    await chosen('en');
    const { text } = await get(link, { 'Accept-Language': 'fr' });
    expect(tagsOf(text)).toMatchObject({
      'og:locale': 'en_GB',
      'og:image:alt': cardWords.en.pictureOf(SHOWN_TITLE),
    });
    expect(pictureAddress(text)).not.toBe(french);
    expect((await fetch(pictureAddress(text))).status).toBe(200);
    await chosen('fr');
  });

  test('preloads a guest’s next screen for guests alone: contributors may have to log in first', async () => {
    expect((await get(link.replace(/privilege=\w+/, 'privilege=guest'))).text).toContain('<!-- next --><link>');
    for (const privilege of ['drop', 'editor', 'admin'])
      expect((await get(link.replace(/privilege=\w+/, `privilege=${privilege}`))).text).not.toContain('<link>');
  });

  test('answers HEAD with the headers of GET', async () => {
    const got = await get(link, { Accept: '*/*' });
    const head = await get(link, { Accept: '*/*' }, 'HEAD');
    expect(head).toMatchObject({ status: 200, type: got.type, text: '' });
    expect(head.headers['content-length']).toBe(got.headers['content-length']);
  });

  test('has no secret in its page, and is hidden from search engines and other sites', async () => {
    const { text, headers } = await get(link);
    expect(text).not.toContain(token);
    expect(text).not.toContain('token');
    expect(text).not.toContain(owner.user.name);
    expect(tagsOf(text).robots).toBe('noindex, nofollow');
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(headers['cache-control']).toBe('no-cache');
  });

  test('cannot inject HTML into the page by its name', async () => {
    const { text } = await get(link);
    expect(text).not.toContain('<b>');
    expect(text).toContain('L’île &quot;aux&quot; &lt;b&gt;voix&lt;/b&gt; &amp; Cie 🎧 nevar');
  });

  test('shows its parcours in the page at once; an invalid invitation shows none', async () => {
    const root = /<div id="root">([\s\S]*)<\/div>/;
    const shown = '<h2>L’île &quot;aux&quot; &lt;b&gt;voix&lt;/b&gt; &amp; Cie 🎧 nevar</h2>';
    const about = 'L’île &quot;aux&quot; &lt;b&gt;voix&lt;/b&gt; &amp; Cie 🎧 nevar, pas à pas';
    expect(root.exec((await get(link)).text)?.[1]).toBe(`${shown}<p>${about}</p>`);
    expect(root.exec((await get('/invite?token=made-up')).text)?.[1]).toBe('an invitation');
  });

  test('shows the address requested from the proxy, and ignores malformed headers', async () => {
    const behind = { 'X-Forwarded-Host': 'ecoute.example.org', 'X-Forwarded-Proto': 'https' };
    expect(tagsOf((await get(link, behind)).text)['og:image']).toMatch(/^https:\/\/ecoute\.example\.org\/v1\/card\//);
    const malformed = { ...behind, 'X-Forwarded-Host': 'a"><script>' };
    expect(tagsOf((await get(link, malformed)).text)['og:image']).toMatch(/^\/v1\/card\//);
  });

  test('is not used up by its card', async () => {
    const before = await readAll();
    await get(link);
    expect(await readAll()).toEqual(before);
  });
});

describe('a link without a parcours to show', () => {
  test.each([
    ['with a made-up token', async () => '/invite?token=made-up&privilege=guest'],
    ['without a token', async () => '/invite'],
    ['with two tokens', async () => `/invite?token=a&token=b`],
    ['with a token too long for one', async () => `/invite?token=${'a'.repeat(201)}`],
    ['that was revoked', revokedLink],
    ['that has expired', expiredLink],
    ['to another screen', async () => `/login?token=${token}`],
  ])('%s has the card of the app', async (_, makeLink) => {
    const { status, text } = await get(await makeLink());
    expect(status).toBe(200);
    expect(tagsOf(text)).toMatchObject({ 'og:title': 'Drop ici', 'og:image': `${origin}/v1/card/drop-ici.png` });
    expect(text).toContain('<title>Drop ici</title>');
    expect(text).not.toContain(SHOWN_TITLE);
  });

  test('has the card of the app for an address that asks too often', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    let last = await get(link, from);
    expect(tagsOf(last.text)['og:title']).toBe(SHOWN_TITLE);
    for (let times = 0; times < 130; times++) last = await get(link, from);
    expect([last.status, tagsOf(last.text)['og:title']]).toEqual([200, 'Drop ici']);
    expect(tagsOf((await get(link)).text)['og:title']).toBe(SHOWN_TITLE);
  });
});

test('an invitation whose card cannot be read has the card of the app, and the error is reported', async () => {
  const errors: unknown[] = [];
  const closed = await openTestDatabase(server.dataDir);
  await closed.close();
  const findInvited = createFindInvited(closed, createInvitations(closed, TEST_SECRET, Date.now));
  const heads = createPageHeads(
    createCards({
      database: closed,
      secret: TEST_SECRET,
      findInvited,
      takeTurn: createFairQueue(COSTLY_WORK.pictures),
      clock: Date.now,
    }),
    createRateLimits(null),
    (error) => errors.push(error),
  );
  const served = await servePages(heads);
  try {
    const response = await fetch(served.origin + link);
    expect(response.status).toBe(200);
    expect(tagsOf(await response.text())['og:title']).toBe('Drop ici');
    expect(errors).toEqual([expect.any(Error)]);
  } finally {
    served.server.close();
  }
});

describe('the picture of a card', () => {
  test('is a PNG of 1200 x 630 pixels, small enough for WhatsApp, and cached until it changes', async () => {
    const address = pictureAddress((await get(link)).text);
    const response = await fetch(address);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=86400');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const known = { 'If-None-Match': response.headers.get('ETag') ?? '' };
    const path = new URL(address).pathname;
    const again = await send(server.origin, globalAgent, { method: 'GET', path, headers: known });
    expect(again).toEqual({ status: 304, body: '' });
    const head = await fetch(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(bytes.length)]);
  });

  test('gets a new address when a place or the title changes, and the old one shows nothing new', async () => {
    const changing = await makeParcours(server.origin, owner, 'Le port');
    const invitation = await invite(changing);
    const first = pictureAddress((await get(invitation.link)).text);
    // From now on the card is in the server's memory.
    expect((await fetch(first)).status).toBe(200);
    await makePlace(server.origin, owner, changing);
    const second = pictureAddress((await get(invitation.link)).text);
    const body = { name: 'Le vieux port', description: 'Autrement' };
    await call(server.origin, 'updateParcours', { params: { mapId: changing }, body }, owner.token);
    const third = pictureAddress((await get(invitation.link)).text);
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(third)).status).toBe(200);
    await call(server.origin, 'deleteParcours', { params: { mapId: changing } }, owner.token);
    expect((await fetch(third)).status).toBe(404);
  });

  test('does not change with drafts', async () => {
    const before = pictureAddress((await get(link)).text);
    await makeDraft(server.origin, owner, parcoursId);
    expect(pictureAddress((await get(link)).text)).toBe(before);
  });

  test('cannot be found by guessing', async () => {
    const address = pictureAddress((await get(link)).text);
    const forged = [
      address.replace(/.(?=\.png)/, (last) => (last === 'A' ? 'B' : 'A')),
      address.replace(/-[\w-]{22}\.png/, '.png'),
      address.replace(/card\/\d+/, 'card/1000'),
      address.replace(/[^/]+$/, '1.png'),
    ];
    for (const guess of forged) expect([guess, (await fetch(guess)).status]).toEqual([guess, 404]);
  });

  test('of the app is served to everybody', async () => {
    const response = await fetch(`${server.origin}/v1/card/drop-ici.png`);
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
  });
});

async function invite(to: ParcoursId, privilege: Privilege = 'guest', days?: number) {
  const body = { mapId: to, privilege, ...(days === undefined ? {} : { days }) };
  return call(server.origin, 'createInvite', { body }, owner.token);
}

async function revokedLink(): Promise<string> {
  const invitation = await invite(parcoursId, 'drop');
  const open = await call(server.origin, 'listInvites', { query: { mapId: parcoursId } }, owner.token);
  const inviteId = open.at(-1)?.id;
  if (inviteId === undefined) throw new Error('Expected an open invitation');
  await call(server.origin, 'revokeInvite', { params: { inviteId } }, owner.token);
  return invitation.link;
}

async function expiredLink(): Promise<string> {
  const invitation = await invite(parcoursId, 'editor', 1);
  await database.transact((tx) => tx('invites').where({ privilege: 'editor' }).update({ expires_at: '2020-01-01' }));
  return invitation.link;
}

/** Reads all rows that a use of an invitation could change. */
async function readAll(): Promise<unknown> {
  const tables = ['invites', 'invite_uses', 'memberships', 'accounts', 'events', 'sessions'];
  return Promise.all(tables.map((table) => database.reader(table).select('*')));
}

/** Makes a request with exactly these headers and decompresses the text. */
/** Serves pages like those of a build. */
async function servePages(heads: ReadPageHead): Promise<{ server: Server; origin: string }> {
  const app = express().set('trust proxy', 'loopback').use(serveApp(appDir, heads));
  const served = createServer(app);
  await new Promise<void>((resolve) => served.listen(0, 'localhost', resolve));
  return { server: served, origin: `http://localhost:${(served.address() as AddressInfo).port}` };
}

async function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const { hostname, port } = new URL(origin);
  return new Promise<{ status: number; type: string | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers, agent: globalAgent }, async (response) => {
        try {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk);
          const text = decoded(Buffer.concat(chunks), response.headers['content-encoding']);
          const { statusCode: status = 0 } = response;
          resolve({ status, type: response.headers['content-type'], headers: response.headers, text });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

function decoded(body: Buffer, encoding: string | undefined): string {
  if (body.length === 0) return '';
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return plain.toString();
}

/** Reads the contents of a page's meta elements by name or property. */
function tagsOf(page: string): Record<string, string> {
  const decode = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const tags = page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries(Array.from(tags, ([, name = '', content]) => [name, decode(content)]));
}

/** Returns the address of a page's picture on the server that serves pictures. */
function pictureAddress(page: string): string {
  const shown = tagsOf(page)['og:image'] ?? '';
  expect(shown.startsWith(`${origin}/v1/card/`)).toBe(true);
  return server.origin + new URL(shown).pathname;
}
