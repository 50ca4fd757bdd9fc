import { VERSION_DAYS } from '../../../contracts/limits.ts';
import type { PlaceVersion, VersionPart } from '../../../contracts/place-version.ts';
import { titles } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { formatSize, formatTenths } from '../../ui/number-words.ts';
import { listenStrings } from '../../walk/player-words.ts';

const VERSION_PARTS: Readonly<Record<VersionPart, string>> = { title: 'titre', shape: 'endroit', sound: 'son' };

const frenchMyDropsStrings = {
  get title() {
    return titles.myDrops;
  },
  everywhere: 'Sur toutes mes cartes',
  empty: 'Aucun drop pour l’instant',
  emptyHint: 'Ce que vous enregistrerez sur une carte apparaîtra ici.',
  emptyHere: 'Aucun drop de vous sur la carte choisie',
  emptyHereHint: 'Ceux de vos autres cartes ne sont pas montrés ici.',
  showEverywhere: 'Voir mes drops de toutes mes cartes',
  options: (name: string) => `Options\u00a0: ${name}`,
  published: 'Publié',
  held: {
    hidden: 'Masqué par le site\u00a0: vous seul le voyez. La raison est dans vos messages, plus haut.',
    waiting: 'En attente de validation\u00a0: les éditeurs de la carte le voient, les autres pas encore.',
    refused:
      'Refusé par les éditeurs de la carte\u00a0: vous seul le voyez. S’il change, il leur est proposé à nouveau.',
  },
  showOnMap: 'Voir sur la carte',
  showFacts: 'Détails du son',
  hideFacts: 'Masquer les détails du son',
  correct: 'Corriger',
  correction: {
    title: (name: string) => `Corriger «\u00a0${name}\u00a0»`,
    proposedAgain: 'Une fois corrigé, il est proposé à nouveau aux éditeurs de la carte.',
    waitsAgain:
      'Sur cette carte, une correction attend l’accord d’un éditeur\u00a0: d’ici là, vous seul voyez le drop.',
    propose: 'Proposer à nouveau',
    save: 'Garder les changements',
    nothingToPropose:
      'Refaites le son, ou changez le titre ou l’endroit\u00a0: sans changement, rien n’est proposé à nouveau.',
    nothingToSave: 'Rien n’est changé pour l’instant.',
    moveHere: 'Le déplacer ici',
    moveHint: (accuracyM: number) => `À votre position, connue à ${Math.round(accuracyM)}\u00a0m près.`,
    noPosition: 'Pour le déplacer là où vous êtes, Drop ici a besoin de votre position.',
    locate: 'Activer la localisation',
    falsePosition:
      'La carte montre une position fictive\u00a0: pour déplacer le drop là où vous êtes, quittez-la d’abord.',
    isZone: 'C’est une zone\u00a0: sa forme se change dans l’éditeur de lieux, sur la carte.',
    recordAgain: 'Refaire au micro',
    otherFile: 'Choisir un fichier',
    replaceSound: 'Remplacer le son',
    soundHint: 'L’actuel reste en place jusqu’à ce que le nouveau soit entièrement envoyé.',
    withoutMicrophone: 'Le micro n’a pas démarré.',
    withoutSound: 'Corriger sans le son',
    undoFailed: (name: string, reason: string) =>
      `La correction de «\u00a0${name}\u00a0» n’a pas pu être annulée. ${reason}`,
    done: (name: string, isWaiting: boolean) =>
      `«\u00a0${name}\u00a0» est corrigé${isWaiting ? ', et attend la validation' : ''}.`,
  },
  versions: {
    title: 'Versions précédentes',
    hint: `Ce que le lieu était avant chaque changement des ${VERSION_DAYS} derniers jours. Leurs sons ne s’écoutent qu’une fois rétablis.`,
    none: `Rien n’a changé depuis ${VERSION_DAYS}\u00a0jours.`,
    failed: (reason: string) => `Les versions précédentes n’ont pas pu être chargées. ${reason}`,
    until: (moment: string) => `Jusqu’au ${moment}`,
    changed: (parts: readonly VersionPart[], by: PlaceVersion['replacedBy']) =>
      `${by === null ? 'Changé' : by.isSelf ? 'Changé par vous' : `Changé par ${by.name}`}\u00a0: ${parts.map((part) => VERSION_PARTS[part]).join(', ')}`,
    sound: (length: string | null) => (length === null ? 'Avec un son' : `Son de ${length}`),
    noSound: 'Sans son',
    restore: 'Rétablir',
    restoreOne: (name: string, moment: string) => `Rétablir «\u00a0${name}\u00a0», jusqu’au ${moment}`,
    restored: (name: string, isWaiting: boolean) =>
      `«\u00a0${name}\u00a0» est rétabli${isWaiting ? ', et attend la validation' : ''}.`,
    changedSince: 'Quelqu’un d’autre l’a changé depuis.',
  },
  delete: 'Delete',
  deleted: (name: string) => `«\u00a0${name}\u00a0» est supprimé.`,
  deletionFailed: (message: string) => `Le drop n’a pas pu être supprimé. ${message}`,
  load: 'Load Audio',
  get failed() {
    return listenStrings.failed;
  },
  noAudio: 'Audio indisponible',
  waveformOf: (name: string) => `Forme d’onde\u00a0: ${name}`,
} as const;

const frenchAudioFacts = {
  label: 'À propos de cet audio',
  length: 'Durée\u00a0:',
  loudness: (lufs: number) => `${formatTenths(lufs).replace('-', '−')}\u00a0LUFS`,
  loudnessLabel: 'Niveau sonore\u00a0:',
  loudnessHelp:
    'Le niveau moyen de tout l’audio, tel qu’on l’entend (LUFS). Plus il est proche de zéro, plus c’est fort\u00a0: la voix d’un podcast est vers −16.',
  renditionReady: (bytes: number) => `Version légère prête (${formatSize(bytes)})`,
  renditionDue: 'Version légère pas encore prête',
  download: 'Télécharger l’original',
} as const;

const french = { myDropsStrings: frenchMyDropsStrings, audioFacts: frenchAudioFacts };
export type MyDropsWords = WordsOf<typeof french>;

/** The words of a person's own drops, and those for authors about the audio of their places. */
export const { myDropsStrings, audioFacts } = inLanguages(french, {
  en: async () => (await import('./my-drops-words.en.ts')).english,
});
