import { formatTime } from '../../platform/page/time.ts';
import { inLanguages, shownLocale, type WordsOf } from '../../ui/language.ts';
import { formatDay } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import type { BatchFile } from './batch.ts';
import type { RecordedAt } from './recorded-at.ts';

const WITNESSES: Readonly<Record<RecordedAt['by'], string>> = {
  content: 'dit le fichier',
  name: 'dit son nom',
  device: 'selon sa date, faute de mieux',
};

const french = {
  title: (count: number) => plural(count, 'Un fichier à déposer', `${count}\u00a0fichiers à déposer`),
  where: (parcours: string) => `Chacun devient un drop de «\u00a0${parcours}\u00a0».`,
  tooMany: (max: number, left: number) =>
    `${max}\u00a0fichiers à la fois au plus\u00a0: ${left} ${plural(left, 'n’est pas pris', 'ne sont pas pris')}.`,
  titleOf: (fileName: string) => `Titre (${fileName})`,
  remove: (fileName: string) => `Retirer ${fileName}`,
  add: 'Ajouter des fichiers',
  waits: 'En attente de conversion',
  toPlace: 'À placer',
  byHand: 'Placé sur la carte',
  onWalk: 'Placé sur la trace',
  recorded: (when: string, by: RecordedAt['by']) => `enregistré le ${when}, ${WITNESSES[by]}`,
  placeOne: 'Placer',
  moveOne: 'Déplacer',
  placeAll: 'Placer sur la carte',
  seeAll: 'Revoir sur la carte',
  placeAllHint: 'Touchez la carte une fois par fichier, l’un après l’autre.',
  walk: 'Placer par un GPX',
  walkHint: 'La trace de la marche\u00a0: chaque fichier va là où vous étiez à son heure.',
  walkOf: (day: string, from: string, to: string) => `Trace du ${day}, de ${from} à ${to}`,
  walkOverDays: (from: string, to: string) => `Trace du ${from} au ${to}`,
  noTimes: 'Une trace sans heures ne dit pas où vous étiez quand. Prenez celle de la marche.',
  onWalkCount: (count: number, all: number) => `${count} sur ${all} ${plural(count, 'est', 'sont')} sur la trace.`,
  clock: 'Heure des fichiers',
  clockRight: 'sans correction',
  proposeShift: (shift: string) => `Essayer ${shift}`,
  clockSteps: [
    { label: '−\u00a01\u00a0h', ms: -3_600_000 },
    { label: '−\u00a01\u00a0min', ms: -60_000 },
    { label: '+\u00a01\u00a0min', ms: 60_000 },
    { label: '+\u00a01\u00a0h', ms: 3_600_000 },
  ],
  otherWalk: 'Retirer la trace',
  queue: (count: number) => plural(count, 'Déposer', `Déposer les ${count}`),
  rest: (count: number) =>
    plural(count, 'Un n’est pas prêt\u00a0: il reste ici.', `${count}\u00a0ne sont pas prêts\u00a0: ils restent ici.`),
  noneReady: 'Un fichier est prêt une fois converti et placé sur la carte.',
  closeTitle: 'Abandonner ces fichiers\u00a0?',
  closeText: 'Leurs titres et leurs places seront perdus. Les fichiers restent sur votre appareil.',
  closeConfirm: 'Abandonner',
  closeDeny: 'Revenir aux fichiers',
  current: (number: number, all: number) => `${number} sur ${all}`,
  placeHelp: 'Touchez la carte là où il va.',
  back: 'Revenir',
  skip: 'Passer',
  placeHere: 'Placer au centre',
  stop: 'Terminer',
} as const;

export type BatchWords = WordsOf<typeof french>;

/** The words of several files that become drops. */
export const batchStrings = inLanguages(french, { en: async () => (await import('./batch-words.en.ts')).english });

/** Says whether a file is placed, and by what. */
export function wordsForPlace({ byHand, onWalk }: Pick<BatchFile, 'byHand' | 'onWalk'>): string {
  if (byHand !== null) return batchStrings.byHand;
  return onWalk === null ? batchStrings.toPlace : batchStrings.onWalk;
}

/** Formats a time of day: '14:02'. */
export function formatClock(atMs: number): string {
  return new Date(atMs).toLocaleTimeString(shownLocale(), { timeStyle: 'short' });
}

/** Formats the day and the hours of a walk, or its days. */
export function wordsForWalk(fromMs: number, toMs: number): string {
  const [from, to] = [formatDay(fromMs), formatDay(toMs)];
  return from === to
    ? batchStrings.walkOf(from, formatClock(fromMs), formatClock(toMs))
    : batchStrings.walkOverDays(from, to);
}

/** Formats the correction of a clock in hours and minutes: '+1:02'. */
export function formatShift(shiftMs: number): string {
  if (shiftMs === 0) return batchStrings.clockRight;
  return `${shiftMs < 0 ? '−' : '+'}${formatTime(Math.abs(shiftMs) / 60_000)}\u00a0h`;
}
