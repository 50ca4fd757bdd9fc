import type { Request } from 'express';
import { INVITE_TOKEN_MAX } from '../../contracts/limits.ts';
import type { Card, Cards } from '../domain/cards/cards.ts';
import { clientAddress } from './client-address.ts';
import { escapeHtml } from './openapi/html.ts';
import type { RateLimits } from './rate-limit.ts';

/** Maximum lookups of invitations for cards per minute and address; beyond that it gets the app's card. */
const LOOK_UPS_PER_MINUTE = 120;

/** Metadata of a page for services that show a link to it. */
export interface PageHead {
  /** HTML that replaces the title and the description of `app/index.html`. */
  readonly html: string;
  /** The texts of an invitation's parcours that the page shows at once; null for other pages. */
  readonly invited: { readonly name: string; readonly description: string } | null;
  /** Whether the page's address is secret and must not reach search engines or other sites. */
  readonly isSecret: boolean;
}

/** Reads the head of the page at a request's address. */
export type ReadPageHead = (request: Request) => Promise<PageHead>;

/**
 * Creates the reader of page heads: the card of its parcours for an invitation, the app's card for all other pages.
 * Reading changes nothing, because messengers open every link that is sent. If the card of a parcours can't be read,
 * the page has the app's card, and `onFailure` gets the error.
 */
export function createPageHeads(
  cards: Cards,
  rateLimits: RateLimits,
  onFailure: (error: unknown) => void,
): ReadPageHead {
  const lookUps = rateLimits.limit('card look-up', { times: LOOK_UPS_PER_MINUTE, perS: 60 });
  const cardOf = async (request: Request): Promise<Card> => {
    const { token } = request.query;
    if (typeof token !== 'string' || token === '' || token.length > INVITE_TOKEN_MAX) return cards.app;
    const isAllowed = await lookUps.spend(clientAddress(request)).then(
      () => true,
      () => false,
    );
    if (!isAllowed) return cards.app;
    return cards.ofInvitation(token).catch((error: unknown) => {
      onFailure(error);
      return cards.app;
    });
  };
  return async (request) => {
    const isSecret = plainPath(request) === '/invite';
    const card = isSecret ? await cardOf(request) : cards.app;
    const invited = card === cards.app ? null : { name: card.title, description: card.description };
    return { html: printHead(card, cards.app.title, originOf(request), isSecret), invited, isSecret };
  };
}

/** A request's path as the app's router reads it. */
export function plainPath({ path }: Request): string {
  return path.toLowerCase().replace(/(.)\/+$/, '$1');
}

/** The origin that the client requested, behind proxies too; empty for a malformed Host header. */
function originOf(request: Request): string {
  const host = request.host ?? '';
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) ? `${request.protocol}://${host}` : '';
}

/**
 * Omits `og:url`: for an invitation it would have to lack the token, and Facebook uses that address instead of the
 * shared one.
 */
function printHead(card: Card, siteName: string, origin: string, isSecret: boolean): string {
  const title = card.title === siteName ? siteName : `${card.title} · ${siteName}`;
  const picture = `${origin}${card.picturePath}`;
  const named: readonly (readonly [name: string, content: string])[] = [
    ['description', card.description],
    ...(isSecret ? [['robots', 'noindex, nofollow'] as const] : []),
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', card.title],
    ['twitter:description', card.description],
    ['twitter:image', picture],
    ['twitter:image:alt', card.pictureAlt],
  ];
  const properties: readonly (readonly [property: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:locale', 'fr_FR'],
    ['og:title', card.title],
    ['og:description', card.description],
    ['og:image', picture],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', card.pictureAlt],
  ];
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...named.map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`),
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
  ].join('\n    ');
}
