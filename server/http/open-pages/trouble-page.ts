import type { Request } from 'express';
import { Language, languageFrom } from '../../../contracts/vocabulary.ts';
import type { Card } from '../../domain/cards/cards.ts';
import { markup } from '../html.ts';
import { originOf } from '../page-head.ts';
import { renderDocument, wordsOf } from './document.ts';

/** Addresses that people open without an account, and where they can do nothing with a refusal in JSON. */
const PUBLIC_PAGES = /^\/(p|q|embed|catalogue)(\/|$)/i;

/** Why a page doesn't come now: too many requests of one address, or a server that can't answer just now. */
export interface Trouble {
  readonly status: 429 | 503;
  readonly retryAfterS: number;
}

/** Renders the page in place of a public one that doesn't come now; null for other requests. */
export type RenderTrouble = (request: Request, trouble: Trouble) => string | null;

/** Creates {@link RenderTrouble}. @param publicUrl origin of this site; null for that of each request */
export function createTroublePages(
  appCards: Readonly<Record<Language, Card>>,
  publicUrl: string | null,
): RenderTrouble {
  return (request, { status, retryAfterS }) => {
    // `path` alone may be what is left of it below a router.
    const [path = ''] = request.originalUrl.split('?');
    if (!PUBLIC_PAGES.test(path) || request.accepts(['html', 'json']) !== 'html') return null;
    const asked = Language.safeParse(request.query.lang);
    const language = asked.success ? asked.data : languageFrom(request.acceptsLanguages());
    const rendering = { origin: publicUrl ?? originOf(request), language };
    const words = wordsOf(rendering);
    const { title, hint } = status === 429 ? words.tooMany : words.busy;
    const isSent = request.method === 'POST';
    return renderDocument(rendering, {
      card: { ...appCards[language], title },
      robots: 'noindex',
      head: null,
      isFramed: /^\/embed\//i.test(path),
      main: markup`<div class="lead" role="alert"><h1>${title}</h1><p>${hint(words.wait(retryAfterS))}</p>
${isSent ? markup`<p>${words.goBack}</p>` : markup`<p><a class="button" href="${request.originalUrl}">${words.retry}</a></p>`}</div>`,
      footer: null,
    });
  };
}
