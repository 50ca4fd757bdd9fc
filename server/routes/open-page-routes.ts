import type { Request, RequestHandler, Response, Router } from 'express';
import { LISTEN_PARAMETER, Slug } from '../../contracts/open-parcours.ts';
import { Language, languageFrom } from '../../contracts/vocabulary.ts';
import type { Context } from '../context.ts';
import { createByteCache } from '../domain/byte-cache.ts';
import { ownerOf } from '../domain/fair-queue.ts';
import type { OpenParcours } from '../domain/open/open-parcours.ts';
import { chooseLanguage, type ToldParcours, type ToldPlace, tellIn } from '../domain/open/told-parcours.ts';
import { clientAddress } from '../http/client-address.ts';
import { renderCatalogue, renderSitemap } from '../http/open-pages/catalogue-page.ts';
import { type Rendering, renderGone } from '../http/open-pages/document.ts';
import { renderEmbed } from '../http/open-pages/embed-page.ts';
import { renderChapters, renderFeed } from '../http/open-pages/feed.ts';
import { renderParcoursPage } from '../http/open-pages/parcours-page.ts';
import { originOf } from '../http/page-head.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { createSendPage, type Page, toPage } from '../http/send-page.ts';
import { textOf } from '../http/stored-file.ts';
import { registerReportPages } from './open-report-routes.ts';

/** Rendered pages in memory. */
const RENDERED_BYTES_MAX = 16 * 2 ** 20;
/** Caches in front of the server, and browsers, show a page so long, and as long again while they ask for a new one. */
const SHARED_S = 60;
const SHARED = `public, max-age=${SHARED_S}, stale-while-revalidate=${SHARED_S}`;
/** Memory that a page of the catalogue takes while it is made, about, beside its map. */
const CATALOGUE_PAGE_BYTES = 100_000;
/** Characters of a parcours in the list for search engines, or on the map, about. */
const ENTRY_CHARS = 150;
/** Longest search in the catalogue that is looked at. */
const SEARCH_MAX = 200;

/** One form in which an open parcours is shown. */
interface Form {
  readonly name: string;
  readonly type: string;
  render(told: ToldParcours, rendering: Rendering): string | Promise<string>;
  /** Whether its language follows the reader's, where none is asked for. */
  readonly followsReader: boolean;
  /** Whether other sites' scripts may read it. */
  readonly isForScripts: boolean;
}

const PAGE: Form = {
  ...{ name: 'page', type: 'text/html', followsReader: true, isForScripts: false },
  render: renderParcoursPage,
};
const EMBED: Form = { ...PAGE, name: 'embed', render: renderEmbed };
const FEED: Form = {
  ...{ name: 'feed', type: 'application/rss+xml', followsReader: false, isForScripts: true },
  render: renderFeed,
};

/** What counts requests for public pages by address: all of them, and those for which a page is made. */
interface OpenPageLimits {
  readonly requests: RequestHandler;
  readonly renderings: RateLimit;
  /** Counts reports by address. */
  readonly reports: RateLimit;
}

/** Registers the pages, feeds and lists of open parcours, which need no account. */
export function registerOpenPages(
  router: Router,
  context: Pick<Context, 'openPages' | 'cards' | 'config' | 'reports'>,
  { requests, renderings, reports }: OpenPageLimits,
): void {
  const { openPages, cards, config } = context;
  const rendered = createByteCache<Page>(RENDERED_BYTES_MAX);
  const beingRendered = new Map<string, Promise<Page>>();
  const send = createSendPage();
  const originFor = (request: Request): string => config.publicUrl ?? originOf(request);

  function renderingOf(request: Request, language: string | null): Rendering {
    const own = Language.safeParse(language);
    return {
      origin: originFor(request),
      language: own.success ? own.data : languageFrom(request.acceptsLanguages()),
    };
  }

  /** Leads from a slug that a parcours had before to the one that it has now. Caches ask again: it may take it back. */
  async function redirectFormer(request: Request, response: Response): Promise<boolean> {
    const former = Slug.safeParse(String(request.params.slug).toLowerCase());
    const now = former.success ? await openPages.findSlugNow(former.data) : undefined;
    if (now === undefined) return false;
    const path = request.originalUrl.replace(/^\/(p|embed)\/[^/?]+/i, (_, start: string) => `/${start}/${now}`);
    response.set('Cache-Control', 'no-cache');
    // What was written in a form is sent again.
    response.redirect(request.method === 'POST' ? 308 : 301, path);
    return true;
  }

  async function sendGone(request: Request, response: Response): Promise<void> {
    if (await redirectFormer(request, response)) return;
    const rendering = renderingOf(request, null);
    response.status(404).type('html').set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    response.vary('Accept-Language');
    await send(request, response, toPage(renderGone(rendering, cards.app[rendering.language])));
  }

  /** The same for a slug that nobody has, that is closed, or that can't be one. */
  async function find(request: Request): Promise<OpenParcours | null> {
    const slug = Slug.safeParse(String(request.params.slug).toLowerCase());
    if (!slug.success) return null;
    return openPages.find(slug.data, ownerOfRequest(request));
  }

  function setHeaders(
    response: Response,
    parcours: OpenParcours,
    { type, isForScripts }: Pick<Form, 'type' | 'isForScripts'>,
  ): void {
    response.type(type).set('Cache-Control', SHARED);
    if (isForScripts) response.set('Access-Control-Allow-Origin', '*');
    if (!parcours.isInCatalogue) response.set('X-Robots-Tag', 'noindex');
  }

  /** Renders a page once for all who ask for it. @param bytes of memory that what it shows takes */
  async function render(
    key: string,
    bytes: number,
    address: string,
    make: () => string | Promise<string>,
  ): Promise<Page> {
    const known = rendered.get(key);
    if (known !== undefined) return known;
    if (!beingRendered.has(key)) await renderings.spend(address);
    // Another request may have begun meanwhile.
    const running = beingRendered.get(key);
    if (running !== undefined) return running;
    const rendering = openPages
      .inTurn(bytes, ownerOf({ address }), async () => {
        const page = toPage(await make());
        rendered.set(key, page, 2 * page.text.length);
        return page;
      })
      .finally(() => beingRendered.delete(key));
    beingRendered.set(key, rendering);
    return rendering;
  }

  async function sendAs(form: Form, request: Request, response: Response, next: () => void): Promise<void> {
    const parcours = await find(request);
    if (parcours === null) return sendGone(request, response);
    if (form === PAGE && request.query[LISTEN_PARAMETER] !== undefined) {
      response.set('X-Robots-Tag', 'noindex');
      next();
      return;
    }
    const accepted = form.followsReader ? request.acceptsLanguages() : [];
    const language = chooseLanguage(parcours, textOf(request.query.lang), accepted);
    const rendering = form.followsReader
      ? renderingOf(request, language)
      : { ...renderingOf(request, language), language: languageFrom([language]) };
    const make = () => form.render(tellIn(parcours, language), rendering);
    const key = [form.name, parcours.slug, parcours.version, language, rendering.language, rendering.origin].join(' ');
    const page = await render(key, parcours.bytes, clientAddress(request), make);
    setHeaders(response, parcours, form);
    if (form.followsReader) response.vary('Accept-Language');
    await send(request, response, page);
  }

  router.use(['/p/:slug', '/embed/:slug', '/catalogue', '/sitemap.xml', '/robots.txt'], requests);
  router.get('/p/:slug', (request, response, next) => sendAs(PAGE, request, response, next));
  router.get('/embed/:slug', (request, response, next) => sendAs(EMBED, request, response, next));
  router.get('/p/:slug/feed.xml', (request, response, next) => sendAs(FEED, request, response, next));

  registerReportPages(router, context, { find, renderingOf, sendGone, send, reports });

  const sendPicture =
    (form: 'card' | 'cover') =>
    async (request: Request, response: Response): Promise<void> => {
      const parcours = await find(request);
      const language = Language.safeParse(request.params.language);
      if (parcours === null || !language.success) return sendGone(request, response);
      const shown = { ...parcours, version: parcours.pictureVersion, form, language: language.data };
      const { png, tag } = await cards.ofOpen(shown, ownerOfRequest(request));
      response.set({ ETag: `"${tag}"`, 'Cache-Control': SHARED, 'Cross-Origin-Resource-Policy': 'cross-origin' });
      response.type('png').send(png);
    };
  router.get('/p/:slug/card-:language.png', sendPicture('card'));
  router.get('/p/:slug/cover-:language.png', sendPicture('cover'));

  /** Sends what `render` makes of a place; null if it has nothing to show. */
  const sendOfPlace =
    (type: string, render: (told: ToldParcours, place: ToldPlace, rendering: Rendering) => string | null) =>
    async (request: Request, response: Response): Promise<void> => {
      const parcours = await find(request);
      if (parcours === null) return sendGone(request, response);
      const asked = parcours.places.filter(({ id }) => String(id) === request.params.placeId);
      const told = tellIn(parcours, chooseLanguage(parcours, textOf(request.query.lang), []), asked);
      const [place] = told.places;
      const rendering = { origin: originFor(request), language: languageFrom([told.language]) };
      const text = place === undefined ? null : render(told, place, rendering);
      if (text === null) return sendGone(request, response);
      setHeaders(response, parcours, { type, isForScripts: true });
      await send(request, response, toPage(text));
    };
  router.get(
    '/p/:slug/:placeId/transcript.vtt',
    sendOfPlace('text/vtt', (_, { transcript }) => transcript?.vtt ?? null),
  );
  router.get('/p/:slug/:placeId/chapters.json', sendOfPlace('application/json+chapters', renderChapters));

  router.get('/catalogue', async (request, response) => {
    const rendering = renderingOf(request, textOf(request.query.lang) || null);
    const { entries, version } = await openPages.listCatalogue(rendering.language);
    const search = textOf(request.query.q).trim().slice(0, SEARCH_MAX);
    const page = Math.max(1, Math.trunc(Number(textOf(request.query.page))) || 1);
    const make = () => renderCatalogue(entries, { search, page }, rendering, cards.app[rendering.language]);
    const address = clientAddress(request);
    // Nobody else asks for the same words.
    if (search !== '') await renderings.spend(address);
    const key = ['catalogue', version, page, rendering.language, rendering.origin].join(' ');
    const bytes = CATALOGUE_PAGE_BYTES + 2 * ENTRY_CHARS * entries.length;
    const shown = search === '' ? await render(key, bytes, address, make) : toPage(make());
    response.type('html').set('Cache-Control', SHARED).vary('Accept-Language');
    await send(request, response, shown);
  });

  router.get('/sitemap.xml', async (request, response) => {
    const { entries, version } = await openPages.listCatalogue('fr');
    const origin = originFor(request);
    const make = () => renderSitemap(entries, origin);
    const bytes = CATALOGUE_PAGE_BYTES + 2 * ENTRY_CHARS * entries.length;
    const shown = await render(`sitemap ${version} ${origin}`, bytes, clientAddress(request), make);
    response.type('application/xml').set('Cache-Control', SHARED);
    await send(request, response, shown);
  });

  router.get('/robots.txt', (request, response) => {
    response.type('text/plain').set('Cache-Control', SHARED);
    response.send(`User-agent: *\nDisallow:\n\nSitemap: ${originFor(request)}/sitemap.xml\n`);
  });
}

function ownerOfRequest(request: Request): string {
  return ownerOf({ address: clientAddress(request) });
}
