import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatDayOfYear } from '../ui/number-words.ts';

const frenchWalkStrings = {
  start: 'Commencer la balade',
  goOn: ({ heard, all, otherDayMs }: { heard: number; all: number; otherDayMs: number | null }) =>
    `Continuer la balade ${otherDayMs === null ? '' : `du ${formatDayOfYear(otherDayMs)} `}(${heard}\u00a0sur\u00a0${all})`,
  restart: 'Recommencer depuis le début',
  restartShort: 'Début',
  restartTitle: 'Recommencer la balade\u00a0?',
  restartHint: 'Toutes les histoires de la carte redeviennent à écouter, comme au premier jour.',
  restartConfirm: 'Recommencer',
  progress: (heard: number, all: number) => `${heard} sur ${all}`,
  progressOf: 'histoires écoutées',
  onSite: 'sur place',
  onSiteHint: 'Le lieu le plus proche de vous est choisi tout seul.',
  autoplay: 'Autoplay',
  autoplayHint: 'Son histoire démarre sans que vous touchiez l’écran.',
  walking: 'En balade',
  listening: 'En écoute',
  walkingNowhere: 'Approchez-vous d’un lieu',
  noPosition: 'Position inconnue',
  stop: 'Terminer la balade',
  lookupFailed: 'Le lieu le plus proche n’a pas pu être cherché.',
  next: (name: string, away: string) => `Ensuite à ${away} : ${name}`,
  nextHere: (name: string) => `Ensuite ici : ${name}`,
  placeGone: (name: string) => `« ${name} » vient d’être supprimé : son histoire s’arrête.`,
} as const;

const frenchUnfinishedStrings = {
  title: (count: number): string => `À finir (${count})`,
  list: 'Histoires à finir',
  resume: (name: string): string => `Reprendre ${name}`,
  dismiss: (name: string): string => `Ne pas reprendre ${name}`,
  at: (time: string): string => `arrêtée à ${time}`,
} as const;

const french = { walkStrings: frenchWalkStrings, unfinishedStrings: frenchUnfinishedStrings };
export type WalkWords = WordsOf<typeof french>;

/** The words of a walk. The words about stories that began but were not heard. */
export const { walkStrings, unfinishedStrings } = inLanguages(french, {
  en: async () => (await import('./walk-words.en.ts')).english,
});
