import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { INVITE_TOKEN_MAX } from '../../contracts/limits.ts';
import { type Language, languageFrom } from '../../contracts/vocabulary.ts';
import type { Card, Cards } from '../domain/cards/cards.ts';
import { markupText } from '../domain/markup-text.ts';
import { clientAddress } from './client-address.ts';
import { originOf, renderHead } from './page-head.ts';
import type { RateLimits } from './rate-limit.ts';
import { createSendPage, toPage } from './send-page.ts';

/** The placeholder of the head in the built page. */
const HEAD = /<!-- head -->[\s\S]*?<!-- \/head -->/;

/** What preloads the part of the invitation page that a guest sees next: others log in first, or have it already. */
const NEXT = /<!-- next -->[\s\S]*?<!-- \/next -->/;

/** Screens whose first paint `npm run build` has put into a page of its own. */
const OWN_PAGES: ReadonlyMap<string, string> = new Map([
  ['/login', 'pages/login.html'],
  ['/invite', 'pages/invite.html'],
]);

/** The page of an invitation whose parcours is known, with placeholders for its texts. */
const INVITED_PAGE = 'pages/invited.html';

/** The inline scripts of the built app's pages, which are the same in all, as hashes for a content security policy. */
export function inlineScriptSources(appDir: string): string[] {
  const page = join(appDir, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return Array.from(scripts, ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/**
 * Serves the app's page for every navigation, by browsers and crawlers, in the language that they ask for; nothing without
 * a built app.
 */
export function servePage(appDir: string, readHead: ReadPageHead): RequestHandler {
  const send = createSendPage();
  return async (request, response, next) => {
    if (!isNavigation(request)) {
      next();
      return;
    }
    const language = languageFrom(request.acceptsLanguages());
    const head = await readHead(request, language);
    const ownPage = head.invited === null ? OWN_PAGES.get(plainPath(request)) : INVITED_PAGE;
    const template = await readTemplate(appDir, ownPage, language);
    if (template === null) {
      next();
      return;
    }
    const filled = fill(template, head);
    const page = request.query.privilege === 'guest' ? filled : filled.replace(NEXT, '');
    response
      .set({ 'Cache-Control': 'no-cache', ...headersOf(head) })
      .vary('Accept-Language')
      .type('html');
    await send(request, response, toPage(page));
  };
}

function fill(template: string, { html, invited }: PageHead): string {
  const shown =
    invited === null
      ? template
      : template.replace(/\{\{(name|description)\}\}/g, (_, text: keyof typeof invited) => markupText(invited[text]));
  // A function, because a title may contain `$&`.
  return shown.replace(HEAD, () => html);
}

/** What search engines may do with a secret page. */
const SECRET = 'noindex, nofollow';

function headersOf({ isSecret }: PageHead): Record<string, string> {
  // Not 'no-referrer': map servers may identify their customers by the origin.
  return isSecret ? { 'X-Robots-Tag': SECRET, 'Referrer-Policy': 'strict-origin' } : {};
}

function isNavigation({ method, path, headers: { accept = '*/*' } }: Request): boolean {
  if (!/^(GET|HEAD)$/.test(method) || /^\/(v1|assets)(\/|$)/i.test(path)) return false;
  if (accept.includes('text/html')) return true;
  // A program that accepts any type may want another file, but those have an extension, as pictures and scripts do.
  return accept.includes('*/*') && /^(\/[\w-]+)*\/?$/.test(path);
}

async function readTemplate(appDir: string, ownPage: string | undefined, language: Language): Promise<string | null> {
  const french = [...(ownPage === undefined ? [] : [ownPage]), 'index.html'];
  for (const file of language === 'fr' ? french : french.map((page) => page.replace(/html$/, `${language}.html`))) {
    try {
      return await readFile(join(appDir, file), 'utf8');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return null;
}

/** Maximum lookups of invitations for cards per minute and address; beyond that it gets the app's card. */
const LOOK_UPS_PER_MINUTE = 120;

/** Metadata of a page for services that show a link to it. */
interface PageHead {
  /** HTML that replaces the title and the description of `app/index.html`. */
  readonly html: string;
  /** The texts of an invitation's parcours that the page shows at once; null for other pages. */
  readonly invited: { readonly name: string; readonly description: string } | null;
  /** Whether the page's address is secret and must not reach search engines or other sites. */
  readonly isSecret: boolean;
}

/** Reads the head of the page at a request's address. @param language of the page */
export type ReadPageHead = (request: Request, language: Language) => Promise<PageHead>;

/**
 * Creates the reader of page heads: the card of its parcours for an invitation, which reading doesn't use up;
 * otherwise, and if that card can't be read, the app's card in the page's language.
 */
export function createPageHeads(
  cards: Cards,
  rateLimits: RateLimits,
  onFailure: (error: unknown) => void,
): ReadPageHead {
  const lookUps = rateLimits.limit('card look-up', { times: LOOK_UPS_PER_MINUTE, perS: 60 });
  const cardOf = async (request: Request): Promise<Card | null> => {
    const { token } = request.query;
    if (typeof token !== 'string' || token === '' || token.length > INVITE_TOKEN_MAX) return null;
    const isAllowed = await lookUps.spend(clientAddress(request)).then(
      () => true,
      () => false,
    );
    if (!isAllowed) return null;
    return cards.ofInvitation(token).catch((error: unknown) => {
      onFailure(error);
      return null;
    });
  };
  return async (request, language) => {
    const isSecret = plainPath(request) === '/invite';
    const ofParcours = isSecret ? await cardOf(request) : null;
    const invited = ofParcours === null ? null : { name: ofParcours.title, description: ofParcours.description };
    const app = cards.app[language];
    return {
      html: renderHead(ofParcours ?? app, app.title, originOf(request), isSecret ? SECRET : null),
      invited,
      isSecret,
    };
  };
}

/** A request's path as the app's router reads it. */
function plainPath({ path }: Request): string {
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}
