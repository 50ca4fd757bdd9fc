import { mapStrings } from '../map/map-words.ts';
import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { plural } from '../ui/plural.ts';

const frenchParcoursStrings = {
  get title() {
    return titles.parcours;
  },
  create: 'Créer une carte',
  createFirst: 'Créer ma première carte',
  yourMaps: 'Your Maps',
  count: (count: number) => `${count} map(s)`,
  empty: 'No maps in this bundle',
  emptyHint: 'Créez votre première carte, ou ouvrez un lien d’invitation.',
  emptyToJoin: 'Ouvrez un lien d’invitation pour rejoindre une carte.',
  loading: 'Loading bundles and maps...',
  failed: 'Vos cartes n’ont pas pu être chargées.',
  done: 'Retour à la carte',
  open: 'Ouvrir sur la carte',
  listenShort: 'Écouter',
  listen: (name: string) => `Listen: ${name}`,
  stopListening: (name: string) => `Stop listening: ${name}`,
  editShort: 'Déposer',
  edit: (name: string) => `Edit: ${name}`,
  stopEditing: (name: string) => `Stop editing: ${name}`,
  members: (count: number) => `${count}\u00a0${plural(count, 'membre', 'membres')}`,
  toApprove: (count: number) => `${count}\u00a0à valider`,
  asked: (count: number) => `${count}\u00a0${plural(count, 'lieu attend', 'lieux attendent')} votre voix`,
  /** As facts of their own: a row without room for both shows the first. */
  places: (count: number, planned = 0): readonly string[] =>
    count === 0 || planned === 0
      ? [mapStrings.placesAndPlanned(count, planned)]
      : [mapStrings.placeCount(count), mapStrings.toFill(planned)],
  /** Number of members and, separately, of guests, who are only counted. */
  people: (members: number, guests: number): string =>
    guests === 0
      ? parcoursStrings.members(members)
      : `${parcoursStrings.members(members)} et ${guests}\u00a0${plural(guests, 'invité', 'invités')}`,
  bundlesFailed: 'Les groupes n’ont pas pu être chargés.',
  bundleMapsFailed: 'Les cartes du groupe n’ont pas pu être chargées.',
  moreAbout: (name: string) => `Autres actions\u00a0: ${name}`,
  notMember: 'Vous n’en êtes pas membre',
  newBundle: 'Nouveau groupe de cartes',
  editBundle: 'Modifier le groupe',
  removeBundle: 'Supprimer le groupe',
  bundleName: 'Nom du groupe',
  bundleNameMissing: 'Donnez un nom au groupe.',
  bundleDescription: 'Description (facultative)',
  bundlesOf: 'Groupes de la carte',
  noBundles: 'Aucun groupe pour l’instant',
  noBundlesHint: 'Créez un groupe depuis la liste des cartes.',
  copy: 'Dupliquer la carte',
  leave: 'Quitter la carte',
  delete: 'Supprimer la carte',
  typeName: (name: string) => `Pour confirmer, recopiez le nom de la carte\u00a0: ${name}`,
  copyName: 'Nom de la copie',
  /** Follows the name of the copied map, in brackets. */
  copyWord: 'copie',
  mapCopied: (name: string) => `La copie «\u00a0${name}\u00a0» est dans vos cartes.`,
  mapDeleted: (name: string) => `La carte «\u00a0${name}\u00a0» est supprimée.`,
  mapLeft: (name: string) => `Vous avez quitté la carte «\u00a0${name}\u00a0».`,
  deleteBundle: (name: string) => ({
    title: `Supprimer le groupe «\u00a0${name}\u00a0»\u00a0?`,
    description: 'Ses cartes restent, chacune avec ses membres et ses lieux.',
    confirm: 'Supprimer le groupe',
  }),
  copyMap: (name: string) => ({
    title: `Dupliquer «\u00a0${name}\u00a0»\u00a0?`,
    description:
      'La copie reprend ses textes, son ordre, ses lieux et les histoires que vous y avez déposées. Là où parle quelqu’un d’autre, elle a un lieu à faire, qui attend une voix. Membres et invitations ne suivent pas.',
    confirm: 'Dupliquer la carte',
  }),
  deleteMap: (name: string) => ({
    title: `Supprimer la carte «\u00a0${name}\u00a0»\u00a0?`,
    description:
      'Ses lieux, leurs audios et ses invitations disparaissent pour tous ses membres. Vous pourrez la rétablir pendant 30\u00a0jours.',
    confirm: 'Supprimer la carte',
  }),
  leaveMap: (name: string) => ({
    title: `Quitter la carte «\u00a0${name}\u00a0»\u00a0?`,
    description: 'Vous n’y aurez plus accès. Il faudra une nouvelle invitation pour y revenir.',
    confirm: 'Quitter la carte',
  }),
} as const;

const frenchCreateParcoursStrings = {
  get title() {
    return titles.createParcours;
  },
  lead: 'Un lieu, une balade, une histoire\u00a0: donnez-lui un nom.',
  name: 'Title',
  description: 'Description',
  submit: 'Create',
  sending: 'Création…',
  missingTitle: 'Donnez un titre à la carte.',
  missingDescription: 'Décrivez la carte en quelques mots.',
  created: 'Parcours created successfully!',
  failed: (message: string) => `Failed to create parcours: ${message}`,
} as const;

const frenchParcoursNameStrings = {
  change: (name: string) => `${name}, changer de carte`,
  none: 'Choisir une carte',
  title: 'Changer de carte',
  allMaps: 'Toutes mes cartes',
} as const;

const french = {
  parcoursStrings: frenchParcoursStrings,
  createParcoursStrings: frenchCreateParcoursStrings,
  parcoursNameStrings: frenchParcoursNameStrings,
};
export type ParcoursWords = WordsOf<typeof french>;

/** The words of the parcours screen and its bundles, of creating a parcours, and of the parcours's name on the map. */
export const { parcoursStrings, createParcoursStrings, parcoursNameStrings } = inLanguages(french, {
  en: async () => (await import('./parcours-words.en.ts')).english,
});
