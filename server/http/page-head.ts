import type { Request } from 'express';
import type { Card } from '../domain/cards/cards.ts';
import { markupText } from '../domain/markup-text.ts';

/** The origin that the client requested, behind proxies too; empty for a malformed Host header. */
export function originOf(request: Request): string {
  const host = request.host ?? '';
  return /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) ? `${request.protocol}://${host}` : '';
}

/**
 * Renders a page's title, and its card for services that show a link to it.
 * @param robots what search engines may do; null for everything
 */
export function renderHead(card: Card, siteName: string, origin: string, robots: string | null): string {
  const title = card.title === siteName ? siteName : `${card.title} · ${siteName}`;
  const picture = `${origin}${card.picturePath}`;
  const named: readonly (readonly [name: string, content: string])[] = [
    ['description', card.description],
    ...(robots === null ? [] : [['robots', robots] as const]),
    ['twitter:card', 'summary_large_image'],
    ['twitter:title', card.title],
    ['twitter:description', card.description],
    ['twitter:image', picture],
    ['twitter:image:alt', card.pictureAlt],
  ];
  const properties: readonly (readonly [property: string, content: string])[] = [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:locale', card.locale],
    ['og:title', card.title],
    ['og:description', card.description],
    ['og:image', picture],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', card.pictureAlt],
  ];
  return [
    `<title>${markupText(title)}</title>`,
    ...named.map(([name, content]) => `<meta name="${name}" content="${markupText(content)}" />`),
    ...properties.map(([name, content]) => `<meta property="${name}" content="${markupText(content)}" />`),
  ].join('\n    ');
}
