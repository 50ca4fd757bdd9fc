import { listenStrings } from '../listen/listen.ts';
import { titles } from '../titles.ts';

/** The words of somebody's own drops. */
export const myDropsStrings = {
  title: titles.myDrops,
  everywhere: 'Sur toutes mes cartes',
  empty: 'Aucun drop pour l’instant',
  emptyHint: 'Ce que vous enregistrerez sur une carte apparaîtra ici.',
  emptyHereHint: 'Vous n’avez rien posé sur la carte choisie.',
  options: (name: string) => `Options\u00a0: ${name}`,
  published: 'Publié',
  delete: 'Delete',
  deleted: (name: string) => `«\u00a0${name}\u00a0» est supprimé.`,
  deletionFailed: (message: string) => `Le drop n’a pas pu être supprimé. ${message}`,
  load: 'Load Audio',
  failed: listenStrings.failed,
  noAudio: 'Audio indisponible',
  waveformOf: (name: string) => `Forme d’onde\u00a0: ${name}`,
} as const;
