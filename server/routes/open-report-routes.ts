import express, { type Request, type Response, type Router } from 'express';
import { REPORTED_PLACE_PARAMETER, reportPath } from '../../contracts/open-parcours.ts';
import type { Context } from '../context.ts';
import { AppError } from '../domain/app-error.ts';
import type { OpenParcours } from '../domain/open/open-parcours.ts';
import { chooseLanguage, tellIn } from '../domain/open/told-parcours.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Rendering } from '../http/open-pages/document.ts';
import { type ReportSubject, readReport, renderReportForm, renderReportSent } from '../http/open-pages/report-page.ts';
import { originOf } from '../http/page-head.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { type SendPage, toPage } from '../http/send-page.ts';
import { textOf } from '../http/stored-file.ts';

/** Bytes of a form: its longest text and address, in percent-encoding. */
const FORM_BYTES_MAX = 16 * 1024;
const FIELDS_MAX = 10;

/** What this shares with the other public pages. */
interface PublicPages {
  find(request: Request): Promise<OpenParcours | null>;
  renderingOf(request: Request, language: string | null): Rendering;
  sendGone(request: Request, response: Response): Promise<void>;
  readonly send: SendPage;
  /** Counts reports by address. */
  readonly reports: RateLimit;
}

/** Registers the form that reports an open parcours, or a place of it, without an account and without a script. */
export function registerReportPages(
  router: Router,
  { reports, cards }: Pick<Context, 'reports' | 'cards'>,
  { find, renderingOf, sendGone, send, reports: limit }: PublicPages,
): void {
  /** Finds what a request is about; null if people without an account don't see it. */
  async function findSubject(request: Request): Promise<(ReportSubject & { readonly rendering: Rendering }) | null> {
    const parcours = await find(request);
    if (parcours === null) return null;
    const asked = textOf(request.query[REPORTED_PLACE_PARAMETER]);
    const language = chooseLanguage(parcours, textOf(request.query.lang), request.acceptsLanguages());
    const only = parcours.places.filter(({ id }) => String(id) === asked);
    const told = tellIn(parcours, language, only);
    const [place = null] = told.places;
    if (asked !== '' && place === null) return null;
    return { told, place, rendering: renderingOf(request, language) };
  }

  async function sendHtml(request: Request, response: Response, html: string, status = 200): Promise<void> {
    response.status(status).type('html').vary('Accept-Language');
    // After `no-store` a browser may forget what was written in a form, when it goes back to it.
    const isForm = request.method === 'GET';
    response.set({ 'Cache-Control': isForm ? 'private, no-cache' : 'no-store', 'X-Robots-Tag': 'noindex' });
    await send(request, response, toPage(html));
  }

  router.get('/p/:slug/signaler', async (request, response) => {
    const subject = await findSubject(request);
    if (subject === null) return sendGone(request, response);
    const { rendering } = subject;
    await sendHtml(request, response, renderReportForm(subject, {}, rendering, cards.app[rendering.language]));
  });

  router.post(
    '/p/:slug/signaler',
    express.urlencoded({ extended: false, limit: FORM_BYTES_MAX, parameterLimit: FIELDS_MAX }),
    async (request, response) => {
      const subject = await findSubject(request);
      if (subject === null) return sendGone(request, response);
      const { told, place, rendering } = subject;
      const { id: parcoursId, slug } = told.parcours;
      if (isFromElsewhere(request, rendering.origin)) {
        response.redirect(303, reportPath(slug, place?.place.id));
        return;
      }
      const card = cards.app[rendering.language];
      const body: Readonly<Record<string, unknown>> = request.body ?? {};
      const fields = { reason: textOf(body.reason), words: textOf(body.words), email: textOf(body.email) };
      const report = readReport(fields);
      if (!('reason' in report)) {
        await sendHtml(request, response, renderReportForm(subject, { fields, faults: report }, rendering, card), 400);
        return;
      }
      const address = clientAddress(request);
      await limit.spend(`address ${address}`);
      const { reason, words, email } = report;
      const thing =
        place === null ? { kind: 'map' as const, id: parcoursId } : { kind: 'place' as const, id: place.place.id };
      try {
        await reports.make({ open: slug, parcoursId, address }, { thing, reason, words }, email || null);
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'too_many')) throw error;
        const form = renderReportForm(subject, { fields, faults: ['tooMany'] }, rendering, card);
        await sendHtml(request, response, form, 422);
        return;
      }
      await sendHtml(request, response, renderReportSent(told, email, rendering, card));
    },
  );
}

/** Whether a page of another site sends this: it must not make its visitors report. Old browsers tell its origin alone. */
function isFromElsewhere(request: Request, origin: string): boolean {
  const site = request.get('Sec-Fetch-Site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const from = request.get('Origin');
  return from !== undefined && from !== origin && from !== originOf(request);
}
