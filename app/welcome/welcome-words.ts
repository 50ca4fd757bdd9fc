import type { Place } from '../../contracts/place.ts';
import { isHere } from '../position/distance.ts';
import type { GateFix } from '../position/fix-gate.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatAway, formatDistance, formatHours } from '../ui/number-words.ts';
import { plural } from '../ui/plural.ts';
import { farAway, nearestWay } from '../walk/nearby/far-away.ts';
import { formatDirection } from '../walk/nearby/nearby-words.ts';

const french = {
  eyebrow: 'Bienvenue sur la carte',
  facts: 'La carte en bref',
  stories: (count: number) => plural(count, 'histoire', 'histoires'),
  steps: (count: number) => plural(count, 'Une étape', `Les ${count} étapes, dans l’ordre`),
  about: 'environ',
  estimateOf: (isWalk: boolean, isTimed: boolean) =>
    isWalk ? (isTimed ? 'à pied, écoute comprise' : 'à pied') : 'd’écoute',
  length: formatDistance,
  duration: formatHours,
  loading: 'Les histoires se chargent…',
  failed: 'Les histoires n’ont pas pu être chargées.',
  empty: 'Pas encore d’histoire ici.',
  emptyForDroppers: 'Pas encore d’histoire ici\u00a0: la première peut être la vôtre.',

  inside: 'Vous y êtes.',
  near: (away: string, direction: string | null) =>
    `Le lieu le plus proche est à ${away} de vous${direction === null ? '' : `, ${direction}`}.`,
  far: (away: string, direction: string) =>
    `Le lieu le plus proche est à ${away}, ${direction}\u00a0: la carte s’écoute aussi d’ici.`,

  listen: 'Écouter',
  seeMap: 'Voir la carte',
  positionAsked: 'Votre position sera demandée\u00a0: chaque histoire démarre à sa place.',
  pack: 'Télécharger',
  packWhole: 'Disponible hors ligne',
  allMaps: 'Toutes mes cartes',

  drop: 'Déposer ici',
  howToDrop: 'Là où vous êtes, touchez le micro, parlez, enregistrez\u00a0: votre voix reste à cet endroit.',
  questions: 'Le navigateur demandera la position, pour savoir où poser votre audio, puis le micro.',
} as const;

export type WelcomeWords = WordsOf<typeof french>;

/** The words of the welcome to a parcours. */
export const welcomeStrings = inLanguages(french, { en: async () => (await import('./welcome-words.en.ts')).english });

/** Describes a parcours' distance and direction, as precisely as the position allows; null without places. */
export function describeWhere(list: readonly Pick<Place, 'feature'>[], fix: GateFix): string | null {
  const way = nearestWay(list, fix);
  if (way === null) return null;
  if (isHere(way)) return welcomeStrings.inside;
  const direction = formatDirection(way.bearingDeg);
  if (farAway(list, fix) !== null) return welcomeStrings.far(formatAway(way), direction);
  // Within the error of the position it could be in any direction.
  return welcomeStrings.near(formatAway(way), way.distanceM > fix.accuracyM ? direction : null);
}
