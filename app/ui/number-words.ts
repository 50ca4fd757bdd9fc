import { inLanguages, shownLocale, type WordsOf } from './language.ts';

const french = {
  decimal: ',',
  /** Between groups of three digits. */
  thousands: '\u202f',
  megabytes: (number: string) => `${number}\u00a0Mo`,
  gigabytes: (number: string) => `${number}\u00a0Go`,
  percent: (number: number) => `${number}\u00a0%`,
  hours: (hours: number, minutes: number) => `${hours}\u00a0h\u00a0${String(minutes).padStart(2, '0')}`,
  /** A distance that is a maximum. */
  within: (distance: string) => `moins de ${distance}`,
  about: (distance: string) => `environ ${distance}`,
  /** A day as `Intl` formats it. */
  day: (text: string) => text.replace(/^1 /, '1er '),
} as const;

export type NumberWords = WordsOf<typeof french>;

const numberWords = inLanguages(french, { en: async () => (await import('./number-words.en.ts')).english });

/** Formats a number with one decimal. Not by `Intl`: the first formatter delays a phone's first screen. */
export function formatTenths(value: number): string {
  // 8.45 becomes 8,5, as people round it: as a double it is slightly less.
  const tenths = Math.round(Number((Math.abs(value) * 10).toPrecision(15)));
  const whole = String(Math.floor(tenths / 10)).replace(/\B(?=(\d{3})+$)/g, numberWords.thousands);
  return `${value < 0 && tenths > 0 ? '-' : ''}${whole}${numberWords.decimal}${tenths % 10}`;
}

/** Formats a number, with one decimal unless that is zero. */
export function formatUpToTenths(value: number): string {
  return formatTenths(value).replace(/[.,]0$/, '');
}

/** Formats a size in megabytes, with one decimal. */
export function formatMegabytes(bytes: number): string {
  return numberWords.megabytes(formatTenths(bytes / 1_000_000));
}

/** Formats a size in megabytes or gigabytes, with one decimal. Less than a tenth of a megabyte counts as one. */
export function formatSize(bytes: number): string {
  if (bytes >= 1_000_000_000) return numberWords.gigabytes(formatTenths(bytes / 1_000_000_000));
  return formatMegabytes(bytes === 0 ? 0 : Math.max(bytes, 100_000));
}

/** Formats a share, from 0 to 1, in whole percents. */
export function formatPercent(share: number): string {
  return numberWords.percent(Math.round(share * 100));
}

/** Formats a duration in whole seconds: '12 s', '3 min 20 s'. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [
    ...(minutes > 0 ? [`${minutes}\u00a0min`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest}\u00a0s`] : []),
  ];
  return parts.join(' ');
}

/** Formats a duration in minutes, from an hour with hours: '45 min', '1 h 05'. */
export function formatHours(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole}\u00a0min`;
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return rest === 0 ? `${hours}\u00a0h` : numberWords.hours(hours, rest);
}

/** Formats a distance: in metres, from a kilometre with one decimal, from a hundred kilometres without. */
export function formatDistance(m: number): string {
  const whole = Math.round(m);
  if (whole < 1000) return `${whole}\u00a0m`;
  const km = m / 1000;
  return `${formatUpToTenths(km < 99.95 ? km : Math.round(km))}\u00a0km`;
}

/**
 * Formats a distance from the person, to follow 'à' or to precede 'away': '40 m'. With an inexact position, 'moins de
 * 300 m' if the target may be in any direction, otherwise 'environ 1,4 km'.
 *
 * @param offM the accuracy of such a position; 0 for an exact one
 */
export function formatAway({ distanceM, offM }: { readonly distanceM: number; readonly offM: number }): string {
  // Only a target at 0 m counts as here.
  if (offM === 0) return formatDistance(Math.max(1, distanceM));
  return distanceM <= offM ? numberWords.within(formatDistance(offM)) : numberWords.about(formatDistance(distanceM));
}

/** Formats a day, '12 mai' or '1er mai', with its year unless it is the current one. */
export function formatDayOfYear(atMs: number, nowMs = Date.now()): string {
  const day = new Date(atMs);
  const isThisYear = day.getFullYear() === new Date(nowMs).getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return numberWords.day(day.toLocaleDateString(shownLocale(), { day: 'numeric', month: 'long', ...year }));
}

/** Formats a date and time: '21 nov. 2026, 20:17' or '21 novembre 2026 à 20:17'. */
export function formatMoment(atMs: number, dateStyle: 'medium' | 'long'): string {
  return new Date(atMs).toLocaleString(shownLocale(), { dateStyle, timeStyle: 'short' });
}

/** Formats a day: '21 nov. 2026'. */
export function formatDay(atMs: number): string {
  return new Date(atMs).toLocaleDateString(shownLocale(), { dateStyle: 'medium' });
}
