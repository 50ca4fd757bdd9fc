import { formatDistance, formatHours } from '../ui/number-words.ts';
import type { WelcomeWords } from './welcome-words.ts';

export const english = {
  eyebrow: 'Bienvenue sur la carte',
  facts: 'La carte en bref',
  stories: (count: number) => (count > 1 ? 'histoires' : 'histoire'),
  steps: (count: number) => (count > 1 ? `Les ${count} étapes, dans l’ordre` : 'Une étape'),
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
} satisfies WelcomeWords;
