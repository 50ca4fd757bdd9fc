import type { HeardWords } from './heard-words.ts';

export const english = {
  open: 'Ce qui a été écouté',
  openHint: 'Écoutes par jour, par lieu et par lien, sans savoir de qui.',
  openOf: (name: string) => `Ce qui a été écouté\u00a0: ${name}`,
  title: 'Ce qui a été écouté',
  loading: 'Chargement des écoutes…',
  failed: (text: string) => `Les écoutes n’ont pas pu être chargées. ${text}`,
  none: 'Pas encore assez d’écoutes',
  noneHint:
    'Les premiers nombres paraissent le lendemain d’un jour où cinq personnes ont écouté, sinon à la fin d’une semaine ou d’un mois.',
  total: ({ begun, finished }: { readonly begun: number; readonly finished: number }) =>
    `Au moins ${begun.toLocaleString('fr-FR')} écoutes commencées${finished === 0 ? '' : `, ${finished.toLocaleString('fr-FR')} terminées`}`,
  begun: 'Commencées',
  finished: 'Terminées',
  /** Instead of a number that too few people would make. */
  hidden: 'non montré',
  byDay: 'Par jour',
  day: 'Jour',
  days: (from: string, until: string) => `Du ${from} au ${until}`,
  untilDay: (until: string) => `Jusqu’au ${until}`,
  byPlace: 'Par lieu',
  place: 'Lieu',
  otherPlaces: 'Autres lieux, réunis',
  gonePlace: 'Lieu supprimé',
  movedPlace: 'Lieu déplacé vers une autre carte',
  byLink: 'Par lien d’invitation',
  link: 'Libellé du lien',
  otherLinks: 'Sans libellé, sans lien, ou trop peu de personnes',
  until: (day: string) => `Écoutes reçues jusqu’au ${day}.`,
  csv: 'Télécharger (CSV)',
  csvName: (name: string) => `Écoutes ${name}.csv`,
  csvHead: ['Tableau', 'Du', 'Au', 'Nom', 'Commencées (au moins)', 'Terminées (au moins)'],
  how: 'Comment c’est compté',
  rules: [
    'Une personne compte une fois par histoire et par jour. Terminée\u00a0: les quatre cinquièmes au moins ont été entendus.',
    'Chaque nombre compte au moins cinq personnes, jamais toutes celles qui pouvaient écouter, et il est arrondi au multiple de cinq inférieur. Ce qui n’y suffit pas est réuni, ou n’est pas montré.',
    'Un jour où moins de cinq personnes ont écouté est réuni aux suivants, jusqu’à la fin d’une semaine ou d’un mois.',
    'Manquent le jour en cours, les personnes qui ont refusé les statistiques, et les écoutes de qui modifie la carte ou a enregistré l’histoire.',
    'Une écoute hors ligne compte le jour où l’appareil retrouve le réseau, si elle atteint le serveur. Les jours sont en temps universel (UTC).',
  ],
} satisfies HeardWords;
