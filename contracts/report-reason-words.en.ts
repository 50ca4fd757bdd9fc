import type { ReportReasonWords } from './report-reason-words.ts';

/** The reasons to report something in English. */
export const englishReportReasons: ReportReasonWords = {
  hate: { label: 'Hateful or violent content', hint: 'Insults, threats, calls for violence.' },
  privacy: { label: 'Violation of privacy', hint: 'A recognisable person who didn’t want it.' },
  copyright: { label: 'Copyright', hint: 'A work used without permission.' },
  wrong: { label: 'Wrong or dangerous on site', hint: 'A place that no longer exists, a dangerous passage.' },
  other: { label: 'Other', hint: 'A sound that is cut off or inaudible, for example.' },
};

/** Why a report without an account is not taken, in English. */
export const englishTooManyReports =
  'Too many reports wait already: the site’s admins are reviewing them. Try again in a few days.';

/** The words of the field for an email at which somebody without an account wants an answer, in English. */
export const englishReportEmail = {
  label: 'Your email address (optional)',
  hint: 'So that the site’s admins, who alone see it, can tell you what they have decided. It is deleted, as your text is, once the report is dealt with, and after a year at the latest.',
  fault: 'This email address isn’t complete.',
};
