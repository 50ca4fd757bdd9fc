import * as z from 'zod/mini';
import { MODERATION_WORDS_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { blockOf } from '../../../contracts/lines.ts';
import { REPORT_REASONS, ReportReason } from '../../../contracts/moderation.ts';
import { NewEmail } from '../../../contracts/user.ts';
import type { Card } from '../../domain/cards/cards.ts';
import type { ToldParcours, ToldPlace } from '../../domain/open/told-parcours.ts';
import { type Markup, markup, trusted } from '../html.ts';
import { type Rendering, renderDocument, wordsOf } from './document.ts';
import { nameOf, pagePath } from './parcours-page.ts';

/** What somebody reports: the parcours, or one of its places. */
export interface ReportSubject {
  readonly told: ToldParcours;
  readonly place: ToldPlace | null;
}

/** The fields of the form, as they were sent or are shown. */
type ReportFields = Readonly<Record<'reason' | 'words' | 'email', string>>;

/** What the form shows before anybody has filled it in. */
export const EMPTY_REPORT: ReportFields = { reason: '', words: '', email: '' };

const Filled = z.object({
  reason: ReportReason,
  words: blockOf(1, MODERATION_WORDS_MAX),
  email: z.union([z.literal(''), NewEmail]),
});

/** What is wrong with a form: fields, or that the subject has enough reports. */
type ReportFault = keyof ReportFields | 'tooMany';

/** Reads a form that was sent: the report, or which of its fields are wrong. */
export function readReport(fields: ReportFields): z.output<typeof Filled> | readonly ReportFault[] {
  const read = Filled.safeParse({ ...fields, email: fields.email.trim() });
  if (read.success) return read.data;
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return (['reason', 'words', 'email'] as const).filter((name) => wrong.has(name));
}

/** Renders the form that reports something to the site's admins, which needs neither an account nor a script. */
export function renderReportForm(
  subject: ReportSubject,
  { fields = EMPTY_REPORT, faults = [] }: { readonly fields?: ReportFields; readonly faults?: readonly ReportFault[] },
  rendering: Rendering,
  appCard: Card,
): string {
  const { told } = subject;
  const words = wordsOf(rendering);
  const { report } = words;
  const textOf: Readonly<Record<ReportFault, string>> = {
    ...report.faults,
    words: report.faults.words(MODERATION_WORDS_MAX),
  };
  const fault = (name: ReportFault): Markup | null =>
    faults.includes(name) ? markup`<p class="fault" id="fault-${name}">${textOf[name]}</p>` : null;
  const invalid = (name: ReportFault, ...described: string[]): Markup => {
    const isWrong = faults.includes(name);
    const ids = [...(isWrong ? [`fault-${name}`] : []), ...described].join(' ');
    const about = ids === '' ? null : markup` aria-describedby="${ids}"`;
    return markup`${isWrong ? trusted(' aria-invalid="true"') : null}${about}${faults[0] === name ? trusted(' autofocus') : null}`;
  };
  const choices = REPORT_REASONS.map((reason, index) => {
    const { label, hint } = words.reportReasons[reason];
    const checked = trusted(fields.reason === reason ? ' checked' : '');
    return markup`<label class="choice"><input type="radio" name="reason" value="${reason}" required${checked}${index === 0 ? invalid('reason') : null}><b>${label}</b><span class="soft small">${hint}</span></label>`;
  });
  const title = titleOf(subject, rendering);
  return renderDocument(rendering, {
    card: { ...appCard, title, description: report.lead },
    robots: 'noindex',
    head: null,
    main: markup`<div class="lead"><h1>${title}</h1><p>${report.lead}</p></div>
${fault('tooMany') === null ? null : markup`<div role="alert">${fault('tooMany')}</div>`}
<form class="stacked" method="post">
<fieldset><legend>${report.reason}</legend>${fault('reason')}${choices}</fieldset>
<div><label for="words">${report.words}</label>${fault('words')}<textarea id="words" name="words" rows="5" maxlength="${MODERATION_WORDS_MAX}" required${invalid('words')}>
${fields.words}</textarea></div>
<div><label for="email">${report.email}</label>${fault('email')}<input id="email" type="email" name="email" value="${fields.email}" maxlength="${TEXT_LINE_MAX}" autocomplete="email"${invalid('email', 'email-hint')}><p class="soft small" id="email-hint">${report.emailHint}</p></div>
<button class="button">${report.send}</button></form>
${renderWayBack(told, rendering)}`,
    footer: null,
  });
}

/** Renders what follows a report that was sent. @param email at which its sender wants an answer; empty for none */
export function renderReportSent(told: ToldParcours, email: string, rendering: Rendering, appCard: Card): string {
  const { report } = wordsOf(rendering);
  return renderDocument(rendering, {
    card: { ...appCard, title: report.sent },
    robots: 'noindex',
    head: null,
    main: markup`<div class="lead" role="status"><h1>${report.sent}</h1><p>${report.sentHint}${email === '' ? null : ` ${report.answerTo(email)}`}</p></div>
${renderWayBack(told, rendering)}`,
    footer: null,
  });
}

function titleOf({ told, place }: ReportSubject, rendering: Rendering): string {
  const words = wordsOf(rendering);
  return place === null ? words.report.parcoursTitle(told.name.text) : words.report.place(nameOf(place, words));
}

function renderWayBack({ parcours, language }: ToldParcours, rendering: Rendering): Markup {
  return markup`<p><a class="more" href="${pagePath(parcours, language)}">${wordsOf(rendering).report.back}</a></p>`;
}
