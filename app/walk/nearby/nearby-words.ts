import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { formatDistance } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';

/** From this accuracy the device most likely gives an intentionally inexact position. */
export const COARSE_M = 1000;

const french = {
  /** Clockwise from north. */
  directions: [
    'au nord',
    'au nord-est',
    'à l’est',
    'au sud-est',
    'au sud',
    'au sud-ouest',
    'à l’ouest',
    'au nord-ouest',
  ],

  label: 'Pourquoi rien ne joue',
  offered: 'Lieu touché',
  listen: 'Écouter',
  dismiss: 'Masquer',
  listenTo: (name: string) => `Écouter «\u00a0${name}\u00a0»`,
  offer: (name: string) => `Écouter «\u00a0${name}\u00a0»\u00a0?`,
  noAudio: (name: string) => `«\u00a0${name}\u00a0» n’a pas encore d’audio.`,
  heardOther: (name: string) => `«\u00a0${name}\u00a0», histoire déjà écoutée, ne démarre plus seule.`,
  begunOther: (name: string) => `«\u00a0${name}\u00a0», histoire commencée, ne démarre plus seule.`,
  resume: 'Reprendre',
  paused: 'En pause\u00a0: ici, rien ne démarre seul.',
  notClose: (name: string) => `Approchez-vous encore, et «\u00a0${name}\u00a0» reprendra.`,
  autoplayOff: 'Autoplay est désactivé\u00a0: aucune histoire ne démarre seule.',
  switchAutoplayOn: 'Activer',
  switchAutoplayOnLong: 'Activer Autoplay',
  vague: (accuracyM: number) =>
    `Position à ${formatDistance(accuracyM)} près, trop vague pour lancer une histoire. ${
      accuracyM >= COARSE_M
        ? 'Autorisez la position exacte dans les réglages de l’appareil.'
        : 'Allez à ciel ouvert, loin des murs.'
    }`,

  far: 'Loin des lieux',
  farFrom: (away: string) => `Le lieu le plus proche est à ${away}`,
  fromHere: 'Cette carte s’écoute aussi d’ici',
  farDirection: (bearingDeg: number) => `Il est ${formatDirection(bearingDeg)}.`,
  seeParcours: 'Voir les lieux',
  listenFromHere: 'Écouter d’ici',
  noAnswer: 'Pas de position pour l’instant. Cette carte s’écoute aussi d’ici, histoire après histoire.',
  withoutPosition: 'Sans position, cette carte s’écoute d’ici, histoire après histoire.',

  nextStory: (name: string) => `Suivant\u00a0: ${name}`,
  followOn: 'Enchaîner',
  followOnLong: 'Enchaîner les histoires',
  stopAfter: 'Arrêter après',
  stopAfterLong: 'Arrêter après cette histoire',
  lastStory: 'C’est la dernière histoire.',
  someLeft: 'C’était la dernière histoire. D’autres restent à finir.',
  allHeard: 'Vous avez écouté toutes les histoires. Merci pour ce bout de chemin\u00a0!',

  byDistance: (count: string) => `${count}, du plus proche au plus loin.`,
  inOrder: (count: string) => `${count}, dans l’ordre de la carte.`,
  unordered: (count: string) => `${count}.`,
  heardCount: (heard: number, all: number) =>
    `${heard} ${plural(heard, 'histoire écoutée', 'histoires écoutées')} sur ${all}.`,
  isHeard: 'déjà écouté',
  isBegun: (time: string) => `commencée, à ${time}`,
  silent: 'Sans audio',
  here: 'ici',
  atDistance: (away: string) => `à ${away}`,
  length: 'durée',

  noMapHelp:
    'La carte ne peut pas s’afficher dans ce navigateur. La liste des lieux, l’écoute et la balade fonctionnent sans elle.',
} as const;

export type NearbyWords = WordsOf<typeof french>;

/** The words about nearby places: why nothing plays, the offer of a tapped place, and a parcours that is far away. */
export const nearbyStrings = inLanguages(french, { en: async () => (await import('./nearby-words.en.ts')).english });

/** Formats a direction as one of eight, in words. @param bearingDeg clockwise from north */
export function formatDirection(bearingDeg: number): string {
  const { directions } = nearbyStrings;
  const eighth = Math.round(bearingDeg / 45) % 8;
  return directions[eighth] ?? directions[0];
}
