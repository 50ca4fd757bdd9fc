import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatSize } from '../ui/number-words.ts';

const files = (count: number) => `${count}\u00a0${count === 1 ? 'fichier' : 'fichiers'}`;

const french = {
  title: 'Hors ligne',
  intro: 'Gardez toute la carte sur cet appareil\u00a0: histoires, image et plan, sans réseau.',
  looking: 'Calcul de la taille…',
  sizeUnknown: 'La taille n’a pas pu être lue pour l’instant.',
  files,
  sizeAndFiles: (bytes: number, count: number) => `${formatSize(bytes)} · ${files(count)}`,
  tooLittleRoom: (freeBytes: number) =>
    `Il ne reste que ${formatSize(freeBytes)}\u00a0libres sur cet appareil\u00a0: faites d’abord de la place.`,

  download: 'Télécharger',
  downloadOf: (bytes: number) => `Télécharger · ${formatSize(bytes)}`,
  pause: 'Pause',
  resume: 'Reprendre',
  retry: 'Réessayer',
  update: 'Mettre à jour',
  updateOf: (bytes: number) => `Mettre à jour · ${formatSize(bytes)}`,
  repair: 'Réparer',
  remove: 'Supprimer',
  removeBegun: 'Abandonner',
  forgetLost: 'Ne plus le signaler',

  status: {
    absent: 'Pas sur cet appareil',
    downloading: 'Téléchargement en cours',
    repairing: 'Réparation en cours',
    updating: 'Mise à jour en cours',
    waiting: 'Téléchargement en attente',
    waitingForNetwork: 'En attente du réseau',
    paused: 'Téléchargement en pause',
    failed: 'Téléchargement arrêté',
    whole: 'Disponible hors ligne',
    outdated: 'Mise à jour disponible',
    lost: 'Effacée par le navigateur',
    damaged: 'Des fichiers manquent ou sont abîmés',
  },
  progress: 'Téléchargement de la carte',
  bytesDone: (here: number, all: number) => `${formatSize(here)} sur ${formatSize(all)}`,
  filesDone: (here: number, all: number) => `${here} ${here === 1 ? 'fichier' : 'fichiers'} sur ${all}`,
  waitingHint: 'Le téléchargement continuera tout seul.',
  resumeHint: 'Les fichiers complets restent\u00a0: seul ce qui manque sera téléchargé.',
  updatingHint: 'La version que vous avez reste disponible hors ligne jusqu’à la fin.',
  outdatedHint: 'La carte a changé. La version que vous avez reste disponible hors ligne.',
  damagedHint: 'Réparer ne télécharge que ce qui est abîmé ou manque.',
  lostHint:
    'Le navigateur l’a effacée, sans doute pour faire de la place. Téléchargez-la de nouveau tant qu’il y a du réseau\u00a0; une application installée garde mieux ses fichiers.',
  offlineModeHint: 'Le mode hors ligne est activé\u00a0: rien n’est téléchargé.',
  goOnline: 'Quitter le mode hors ligne',

  failures: {
    full: 'L’appareil n’a plus de place. Supprimez une autre carte ou des fichiers, puis réessayez. Ce qui est téléchargé reste.',
    server: 'Le serveur n’a pas répondu comme il faut. Réessayez dans quelques minutes. Ce qui est téléchargé reste.',
    offline: 'Pas de réseau pour le moment. Réessayez quand il sera revenu. Ce qui est téléchargé reste.',
    unsupported:
      'Ce navigateur ne peut garder aucune carte. Quittez la navigation privée, ou essayez un autre navigateur.',
  },

  removal: (name: string) => ({
    title: `Supprimer «\u00a0${name}\u00a0» de cet appareil\u00a0?`,
    description: 'La carte ne sera plus disponible hors ligne. Elle reste dans vos cartes.',
    confirm: 'Supprimer',
    cancel: 'Garder',
  }),
  removed: (name: string) => `«\u00a0${name}\u00a0» n’est plus sur cet appareil.`,

  free: (freeBytes: number) => `${formatSize(freeBytes)}\u00a0libres sur cet appareil`,
  sum: (bytes: number) => `${formatSize(bytes)} de cartes hors ligne sur cet appareil`,
  sumAndFree: (bytes: number, freeBytes: number) =>
    `${formatSize(bytes)} de cartes hors ligne sur cet appareil, ${formatSize(freeBytes)}\u00a0libres`,
  persistReason:
    'Pour que ces fichiers ne disparaissent pas quand la place manque, Drop ici demande au navigateur de les garder.',
  persisted: 'Le navigateur garde ces fichiers jusqu’à ce que vous les supprimiez.',
  notPersisted:
    'Ces fichiers restent ici tant que la place ne manque pas. Pour plus de sûreté, demandez au navigateur de les garder.',
  persistRefused:
    'Ces fichiers restent ici tant que la place ne manque pas. Pour plus de sûreté, installez l’application sur l’écran d’accueil, puis redemandez.',
  askToPersist: 'Demander de les garder',

  /** On a map's row. */
  rowDownload: 'Garder hors ligne',
  rowAbsent: 'pas sur cet appareil',
  rowLabel: (status: string) => `Hors ligne\u00a0: ${status}`,

  walkLost: (name: string) =>
    `Le navigateur a effacé la carte «\u00a0${name}\u00a0» de cet appareil. Téléchargez-la de nouveau tant qu’il y a du réseau.`,
  walkDamaged: (name: string) =>
    `Des fichiers de la carte «\u00a0${name}\u00a0» manquent sur cet appareil. Réparez-la tant qu’il y a du réseau.`,
  weakLine: 'Réseau faible ici\u00a0: gardez la carte hors ligne.',
  logout: (maps: number) =>
    maps === 1
      ? 'Une carte hors ligne sera supprimée de cet appareil.'
      : `${maps}\u00a0cartes hors ligne seront supprimées de cet appareil.`,

  mode: 'Mode hors ligne',
  modeHint: 'Rien n’est téléchargé ni envoyé\u00a0: vos drops attendent ici.',
  chipMode: 'Hors ligne',
  chipNoNetwork: 'Pas de réseau',
  chipWhole: 'Cette carte est sur cet appareil.',
  chipLost: 'Le navigateur a effacé cette carte\u00a0: téléchargez-la dès que le réseau revient.',
  chipAbsentInMode: 'Cette carte n’est pas sur cet appareil\u00a0: rien ne sera joué.',
  chipAbsent: 'Cette carte n’est pas sur cet appareil\u00a0: seules les histoires déjà chargées seront jouées.',
} as const;

export type PacksWords = WordsOf<typeof french>;

/** The words of packs: a map stored on the device, to be walked without a network. */
export const packStrings = inLanguages(french, { en: async () => (await import('./packs-words.en.ts')).english });
