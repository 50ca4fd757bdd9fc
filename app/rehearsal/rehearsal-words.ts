import { ImportError } from '../../contracts/imported-file.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatDistance, formatUpToTenths } from '../ui/number-words.ts';
import { plural } from '../ui/plural.ts';

const french = {
  falseActive: 'Position simulée',
  falseWaiting: 'Position simulée\u00a0: touchez la carte',
  falsePosition: 'Position simulée. Les flèches la déplacent de 2\u00a0m, avec Maj de 20\u00a0m.',
  simulatedWalker: 'Promeneur de la répétition',
  falseMark: 'simulée',
  tools: 'Position simulée',
  standHere: 'Poser au centre',
  open: 'Répétition',
  title: 'Répétition',
  lead: 'Faites marcher quelqu’un sur un trajet, et voyez quelle histoire démarre où.',
  close: 'Fermer la répétition',
  way: 'Trajet',
  import: 'Importer un GPX',
  draw: 'Tracer sur la carte',
  drawing: 'Touchez la carte\u00a0: chaque point prolonge le trajet.',
  points: (count: number) => `${count}\u00a0${plural(count, 'point', 'points')}`,
  addCentre: 'Point au centre',
  undo: 'Retirer',
  done: 'Terminer',
  clear: 'Autre trajet',
  show: 'Voir le trajet',
  drawn: 'Trajet tracé à la main',
  unnamed: (number: number) => `Trace ${number}`,
  choose: 'Trace du fichier',
  joined: (segments: number) => `Ses ${segments}\u00a0segments sont reliés en ligne droite.`,
  faults: {
    'too-large': 'Ce fichier est trop lourd\u00a0: 10\u00a0Mo au plus.',
    'not-xml': 'Ce fichier est illisible\u00a0: ce n’est pas du GPX, ou il est abîmé.',
    'not-gpx': 'Ce fichier n’est pas du GPX. Exportez la trace au format GPX, puis réessayez.',
    entities: 'Ce fichier contient des déclarations (DOCTYPE) qu’aucun GPX n’utilise\u00a0: il n’est pas lu.',
    nowhere: 'Trop peu de points de ce fichier ont une position lisible.',
    'no-line': 'Ce fichier ne contient ni trace ni itinéraire d’au moins deux points.',
  },
  faultAt: (fault: string, line: number) => `${fault} Voyez la ligne\u00a0${line} du fichier.`,
  leftOut: (count: number, first: number) =>
    plural(
      count,
      `Un point sans position crédible est laissé de côté\u00a0: le n°\u00a0${first}.`,
      `${count}\u00a0points sans position crédible sont laissés de côté, à partir du n°\u00a0${first}.`,
    ),
  unreadable: 'Ce fichier n’a pas pu être lu.',
  tooLong: (km: number) => `Ce trajet fait ${formatUpToTenths(km)}\u00a0km\u00a0: 50\u00a0km au plus.`,
  tooShort: 'Tous les points de ce trajet sont au même endroit.',
  conditions: 'Conditions',
  pace: 'Allure',
  paceValue: (mps: number, byBicycle: boolean) =>
    `${byBicycle ? 'à vélo' : 'à pied'}, ${formatUpToTenths(mps * 3.6)}\u00a0km/h`,
  paceFrom: 'Marcher',
  paceRecorded: 'Comme enregistré',
  paceSteady: 'À allure constante',
  paceAsRecorded: (time: string) => `${time} comme enregistré`,
  smoothed: (recordedM: number, m: number) =>
    `Le bruit du GPS est lissé\u00a0: ${formatDistance(recordedM)} enregistrés, ${formatDistance(m)} marchés.`,
  entryHint: 'Faire marcher quelqu’un sur un trajet, et voir quelle histoire démarre où.',
  noise: 'Erreur du GPS',
  noiseValue: (m: number) => (m === 0 ? 'aucune' : `${m}\u00a0m`),
  draws: (seed: number) => `Tirage n°\u00a0${seed}`,
  again: 'Autre tirage',
  computing: 'La balade est calculée…',
  failed: 'La balade n’a pas pu être calculée.',
  play: 'Lancer la répétition',
  pause: 'Mettre en pause',
  moment: 'Moment de la balade',
  factor: 'Vitesse de lecture',
  factorValue: (factor: number) => `×${factor}`,
  atOnce: 'Fin',
  sound: 'Avec le son',
  soundHint: 'À la vitesse ×1. Arrête «\u00a0sur place\u00a0».',
  silence: 'Silence',
  sounds: (name: string) => `On entend «\u00a0${name}\u00a0»`,
  summary: (told: number, all: number) =>
    all === 0
      ? 'Aucun lieu sur cette carte'
      : `${told} ${plural(told, 'histoire entendue', 'histoires entendues')} sur ${all}\u00a0${plural(all, 'lieu', 'lieux')}`,
  cutCount: (count: number) => `${count} ${plural(count, 'coupée', 'coupées')}`,
  unfinishedCount: (count: number) => `${count} à finir`,
  unheardCount: (count: number) => `${count} jamais ${plural(count, 'entendue', 'entendues')}`,
  timeline: 'Ce qui démarre',
  nothing: 'Rien ne démarre sur ce trajet.',
  unheard: 'Jamais entendus',
  alongM: (m: number) => `à ${formatDistance(m)} du départ`,
  fromPlaceM: (m: number) => (m < 1 ? 'dans le lieu' : `à ${formatDistance(m)} du lieu`),
  heardAgain: 'Seconde écoute',
  waited: (seconds: string, name: string) => `Attend ${seconds} la fin de «\u00a0${name}\u00a0»`,
  cut: (after: string, name: string) => `Coupée après ${after} par «\u00a0${name}\u00a0»`,
  left: (seconds: string) => `${seconds} s’entendent hors du lieu`,
  unknownLength: 'Durée inconnue, comptée 1:00',
  far: (m: number | null) => (m === null ? 'À plus de 50\u00a0km' : `Le trajet passe à ${formatDistance(m)}`),
  missed: (m: number) =>
    `Le trajet ${m < 1 ? 'y passe' : `passe à ${formatDistance(m)}`}, mais le GPS ne l’y situe pas`,
  masked: (name: string) => `Masqué par «\u00a0${name}\u00a0»`,
  silent: 'Sans audio',
  brief: 'Traversé trop vite',
  outline: (m: number, pace: string, noiseM: number) =>
    `${formatDistance(m)}, ${pace}, GPS ${noiseM === 0 ? 'exact' : `à ${noiseM}\u00a0m`}`,
  length: (m: number, time: string) => `${formatDistance(m)} · ${time}`,
} as const;

export type RehearsalWords = WordsOf<typeof french>;

/** The words of the spoofer and of the rehearsal. */
export const rehearsalStrings = inLanguages(french, {
  en: async () => (await import('./rehearsal-words.en.ts')).english,
});

/** Returns the shown name of a route. @param number its number in its file; null for one drawn by hand */
export function nameRoute(name: string | null, number: number | null): string {
  return name ?? (number === null ? rehearsalStrings.drawn : rehearsalStrings.unnamed(number));
}

/** Explains why a GPX file could not be read. */
export function wordsForGpxFault(error: unknown): string {
  const faults: Readonly<Record<string, string>> = rehearsalStrings.faults;
  const text = error instanceof ImportError ? faults[error.fault] : undefined;
  if (!(error instanceof ImportError) || text === undefined) return rehearsalStrings.unreadable;
  return error.fileLine === null ? text : rehearsalStrings.faultAt(text, error.fileLine);
}
