import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  start: 'Enregistrer un audio',
  cardTitle: 'Déposer ici',
  cardHere: (accuracyM: number) => `Votre voix restera là où vous êtes, à ${Math.round(accuracyM)} m près.`,
  cardUnplaced:
    'Votre position n’est pas connue\u00a0: donnez-la pour enregistrer là où vous êtes. Un fichier se place aussi en visant sur la carte.',
  cardMicrophone: 'Le navigateur demandera le micro, pour enregistrer votre voix.',
  starting: 'Ouverture du micro…',
  recording: 'Enregistrement en cours',
  pausedState: 'Enregistrement en pause',
  stop: 'Terminer l’enregistrement',
  stopShort: 'Terminer',
  pause: 'Mettre en pause',
  resume: 'Continuer l’enregistrement',
  interrupted: 'Le micro est pris par un appel ou une autre application. L’enregistrement reprendra ensuite.',
  tooLong: (duration: string) => `L’enregistrement s’est arrêté après ${duration}. Il est gardé.`,
  noSession: 'No session ID received from server. L’enregistrement continue sur cet appareil et sera envoyé ensuite.',
  startFailed: 'Failed to start recording. L’enregistrement continue sur cet appareil et sera envoyé ensuite.',
  startOffline: 'Pas de réseau\u00a0: l’enregistrement continue sur cet appareil et sera envoyé plus tard.',
  faults: {
    'microphone-refused': 'Le micro est refusé. Autorisez-le dans les réglages de votre navigateur, puis réessayez.',
    'microphone-missing': 'Aucun micro trouvé. Branchez-en un, puis réessayez.',
    'microphone-taken': 'Le micro est pris par une autre application. Fermez-la, puis réessayez.',
    'microphone-unsupported': 'Ce navigateur ne donne pas accès au micro.',
    'no-storage': 'Ce navigateur ne peut pas garder d’enregistrement. Quittez la navigation privée, puis réessayez.',
    'not-begun': 'L’enregistrement n’a pas pu commencer. Réessayez.',
    unplugged: 'Le micro a été débranché. Ce qui a été enregistré est gardé.',
    'filled-up': 'L’appareil n’a plus de place\u00a0: l’enregistrement s’est arrêté. Ce qui précède est gardé.',
    'not-written': 'L’enregistrement s’est arrêté\u00a0: l’appareil n’a pas pu l’écrire. Ce qui précède est gardé.',
  },
  found: 'Reprendre l’enregistrement',
  foundText: (when: string) => `Enregistré le ${when}, et gardé sur cet appareil.`,
  gone: 'Cet enregistrement est ouvert dans un autre onglet, ou n’existe plus.',
  noMap: 'Choisissez d’abord une carte où vous pouvez déposer, puis réessayez.',
  removeFailed: 'La suppression n’a pas abouti. Réessayez.',
  unplaced: 'Votre position n’est pas encore connue. Attendez un instant, puis réessayez.',
  title: 'Votre enregistrement',
  preparing: 'Préparation de l’audio…',
  redo: 'Refaire',
  nameFailed: (message: string) => `Failed to update the place: ${message}`,
  saving: 'Enregistrement du titre…',
  closeTitle: 'Abandonner cet enregistrement\u00a0?',
  closeText: 'L’enregistrement et son lieu seront supprimés.',
  redoTitle: 'Refaire l’enregistrement\u00a0?',
  redoText: 'Celui-ci et son lieu seront supprimés.',
  onlyTakeText: (isRedo: boolean, stays: string) =>
    `${isRedo ? 'Celui-ci' : 'L’enregistrement'} sera supprimé. ${stays}`,
  soundStays: 'Le son actuel du drop reste en place.',
  placeStays: 'Le lieu reste tel qu’il est.',
  later: 'Garder pour plus tard',
  redoConfirm: 'Supprimer et refaire',
  discard: 'Supprimer l’enregistrement',
  keep: 'Revenir à l’enregistrement',
  removing: 'Suppression…',
} as const;

export type RecordWords = WordsOf<typeof french>;

/** The words of recording a drop. */
export const recordStrings = inLanguages(french, { en: async () => (await import('./record-words.en.ts')).english });
