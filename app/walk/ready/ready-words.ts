import { inLanguages, type WordsOf } from '../../ui/language.ts';
import type { Finding } from './lights.ts';

const french = {
  openLong: 'Vérifier avant de partir',
  openShort: 'Vérifier',
  title: 'Prêt\u00a0?',
  allGood: 'Tout est prêt.',
  toSee: (count: number) =>
    count === 1 ? 'Un point à voir avant de partir.' : `${count}\u00a0points à voir avant de partir.`,
  checking: 'Vérification…',
  later: 'Pas maintenant',

  levels: { good: 'Prêt', fair: 'À voir', bad: 'À régler', pending: 'En cours' },
  names: {
    audio: 'Histoires',
    map: 'Plan',
    app: 'Application',
    position: 'Position',
    sound: 'Son',
    battery: 'Batterie',
    storage: 'Fichiers gardés',
    screen: 'Écran allumé',
  },

  audioHere: (whole: number, all: number) => `${whole} sur ${all} sur cet appareil.`,
  audioDamaged: (whole: number, all: number) => `${whole} sur ${all} sur cet appareil\u00a0: réparez ce qui manque.`,
  audioDownloading: (here: number, all: number | null) =>
    all === null ? 'Téléchargement en cours.' : `Téléchargement en cours\u00a0: ${here} fichiers sur ${all}.`,
  audioByNetwork: 'Par le réseau\u00a0: sans lui, rien ne sera joué. Téléchargez la carte.',
  audioInMode: 'Pas sur cet appareil, et le mode hors ligne est activé.',
  audioNoNetwork: 'Pas sur cet appareil, et pas de réseau. Trouvez du réseau avant de partir.',
  audioLost: 'Le navigateur a effacé la carte de cet appareil. Téléchargez-la de nouveau.',
  noMapInUse: 'Aucune carte n’est choisie.',

  mapHere: 'Sur cet appareil.',
  mapDamaged: 'Le plan manque sur cet appareil.',
  mapByNetwork: 'Par le réseau. Le téléchargement de la carte l’emporte aussi.',
  mapByNetworkOnly: 'Par le réseau. Sans lui, un plan simplifié s’affiche.',
  mapSimple: 'Un plan simplifié s’affiche.',

  appAbsent: 'Pas encore sur cet appareil\u00a0: attendez un instant, avec du réseau.',

  positionGood: (accuracyM: number) => `Connue à ${Math.max(1, Math.round(accuracyM))} m près.`,
  positionVague: (accuracyM: number) =>
    `Connue à ${Math.round(accuracyM)} m près seulement. Sortez, loin des murs, et attendez un peu.`,
  positionSearching: 'Recherche de position… Le ciel dégagé aide.',
  positionIdle: 'Autorisez-la\u00a0: elle fait démarrer les histoires.',
  positionDenied: 'Refusée. Pour l’autoriser\u00a0:',
  positionFailed: 'Introuvable pour le moment.',
  positionUnavailable: 'Ce navigateur n’en donne pas. Touchez les lieux sur la carte pour les écouter.',
  positionFalse: 'Simulée\u00a0: quittez le simulateur pour une vraie balade.',

  soundUntested: 'Mettez vos écouteurs et faites un essai.',
  soundAsked: 'Avez-vous entendu le carillon\u00a0?',
  soundHeard: 'Entendu.',
  soundSilent: 'Montez le volume, coupez le mode silencieux, vérifiez les écouteurs, puis réessayez.',

  batteryLevel: (share: number) => `${Math.round(share * 100)}\u00a0%.`,
  batteryCharging: (share: number) => `${Math.round(share * 100)}\u00a0%, en charge.`,
  batteryLow: (share: number) =>
    `${Math.round(share * 100)}\u00a0%\u00a0: deux heures en demandent plus. Prenez une batterie.`,
  batteryEmpty: (share: number) => `${Math.round(share * 100)}\u00a0%\u00a0: rechargez avant de partir.`,

  storageSafe: 'Jusqu’à ce que vous les supprimiez.',
  storageUnsure: 'Sur cet appareil. Ils y restent plus sûrement si le navigateur promet de les garder.',

  storageRefused:
    'Le navigateur ne le promet pas pour l’instant. Installez l’application, puis demandez-lui à nouveau.',
  screenStaysOn: 'Il le reste pendant la balade\u00a0: la position en a besoin.',
  screenMayTurnOff: 'Ce navigateur ne le garde pas. Allongez la mise en veille dans les réglages de l’appareil.',

  acts: {
    download: 'Télécharger',
    follow: 'Voir le téléchargement',
    repair: 'Réparer',
    'go-online': 'Quitter le mode hors ligne',
    locate: 'Autoriser la position',
    retry: 'Réessayer',
    'test-sound': 'Tester le son',
    persist: 'Demander de les garder',
  },
  heard: 'Je l’ai entendu',
  notHeard: 'Je n’entends rien',
} as const;

export type ReadyWords = WordsOf<typeof french>;

/** The words of the check before a walk. */
export const readyStrings = inLanguages(french, { en: async () => (await import('./ready-words.en.ts')).english });

/** Returns what was found and, unless it is good, what to do. */
export function describeFinding(finding: Finding): string {
  switch (finding.code) {
    case 'audioHere':
    case 'audioDamaged':
      return readyStrings[finding.code](finding.whole, finding.all);
    case 'audioDownloading':
      return readyStrings.audioDownloading(finding.here, finding.all);
    case 'positionGood':
    case 'positionVague':
      return readyStrings[finding.code](finding.accuracyM);
    case 'batteryLevel':
    case 'batteryCharging':
    case 'batteryLow':
    case 'batteryEmpty':
      return readyStrings[finding.code](finding.share);
    default:
      return readyStrings[finding.code];
  }
}
