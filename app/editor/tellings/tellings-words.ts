import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  title: (place: string) => `Textes et versions\u00a0: ${place}`,
  loading: 'Chargement des textes…',
  loadFailed: (text: string) => `Les textes n’ont pas pu être chargés. ${text}`,
  stored: (place: string) =>
    `Vos textes de «\u00a0${place}\u00a0» sont gardés sur cet appareil, pas encore enregistrés.`,
  notStored: (place: string) =>
    `Vos textes de «\u00a0${place}\u00a0» ne sont pas enregistrés, et cet appareil ne peut pas les garder\u00a0: ils seront perdus avec cette page.`,
  itself: (language: string) => `${language} · le lieu`,
  unsaved: (version: string) => `${version} (pas enregistrée)`,
  add: {
    open: 'Ajouter une version',
    other: 'Autre langue…',
    code: 'Code de la langue',
    codeHint: 'Deux ou trois lettres (ISO 639), comme «\u00a0gsw\u00a0» pour l’alémanique.',
    badCode: 'Écrivez deux ou trois lettres, sans accent.',
    confirm: 'Ajouter',
    cancel: 'Annuler',
  },
  name: 'Nom',
  namePlaceholder: (place: string) => `Nom du lieu\u00a0: ${place}`,
  nameOfPlace: 'Son nom et son audio sont ceux du lieu\u00a0: ils se changent dans l’éditeur ou dans Mes Drops.',
  text: 'Texte',
  write: 'Écrire',
  preview: 'Aperçu',
  emptyPreview: 'Rien à montrer pour l’instant.',
  left: (count: number) => (count === 1 ? 'Encore un caractère' : `Encore ${count} caractères`),
  over: (count: number) =>
    `${count}\u00a0${plural(count, 'caractère', 'caractères')} de trop\u00a0: raccourcissez le texte pour l’enregistrer.`,
  tools: {
    label: 'Mise en forme',
    strong: 'Gras',
    emphasis: 'Italique',
    list: 'Liste',
    link: 'Lien',
  },
  link: 'Lien',
  linkHint: 'Une page pour en savoir plus, par exemple https://exemple.org/quai.',
  faults: {
    link: 'Ce lien n’est pas une adresse web. Écrivez-la en entier, comme https://exemple.org.',
    'too-long': (field: string) => `«\u00a0${field}\u00a0»\u00a0: trop long pour être enregistré. Raccourcissez-le.`,
  },
  pictures: 'Images',
  sound: 'Audio',
  soundOf: (version: string) => `Audio\u00a0: ${version}`,
  soundLength: (time: string) => `Durée\u00a0: ${time}`,
  heard: (version: string) => `Pas d’audio dans cette version\u00a0: on entend celui de «\u00a0${version}\u00a0».`,
  recordingRuns: 'L’enregistrement n’est pas fini\u00a0: arrêtez-le avant de fermer.',
  silent: 'Pas encore d’audio, ni ici ni dans une autre version.',
  replacing: (version: string) => ({
    title: 'Remplacer l’audio\u00a0?',
    description: `«\u00a0${version}\u00a0» a déjà un audio\u00a0: le nouveau prend sa place.`,
    confirm: 'Remplacer',
    cancel: 'Garder l’audio actuel',
  }),
  transcript: 'Transcription',
  noTranscript: 'Pas encore de transcription.',
  draftTranscript: 'Transcription en brouillon\u00a0: les visiteurs ne la voient pas.',
  soundFailed: (text: string) => `L’audio n’a pas pu être chargé. ${text}`,
  transcribed: 'Transcription publiée.',
  editTranscript: 'Écrire la transcription',
  transcriptTitle: (version: string) => `Transcription\u00a0: ${version}`,
  closeTranscript: 'Revenir aux textes',
  save: 'Enregistrer',
  saved: (version: string) => `«\u00a0${version}\u00a0» est enregistrée.`,
  saveFailed: (text: string) => `Cette version n’est pas enregistrée\u00a0: elle reste sur cet appareil. ${text}`,
  saveFailedUnkept: (text: string) =>
    `Cette version n’est pas enregistrée, et cet appareil ne peut pas la garder\u00a0: laissez cette page ouverte. ${text}`,
  deleteFailed: (text: string) => `Cette version n’est pas supprimée. ${text}`,
  stillUnsaved: 'Modifié pendant l’enregistrement\u00a0: enregistrez encore une fois.',
  discard: 'Abandonner mes changements',
  discarding: {
    title: 'Abandonner vos changements\u00a0?',
    description: 'Cette version redevient ce qu’elle est pour les visiteurs.',
    confirm: 'Abandonner',
    cancel: 'Continuer à écrire',
  },
  conflict:
    'Quelqu’un a changé cette version entre-temps. Rien n’est encore enregistré\u00a0: comparez, puis choisissez.',
  theirs: 'Le texte actuel',
  mine: 'Le vôtre',
  empty: '(vide)',
  /** Of a transcript. */
  summary: (cues: number, state: 'draft' | 'approved') =>
    `${cues}\u00a0${plural(cues, 'passage', 'passages')}, ${state === 'approved' ? 'validée' : 'en brouillon'}`,
  keepMine: 'Garder le mien',
  takeTheirs: 'Prendre l’actuel',
  remove: 'Supprimer cette version',
  removeWords: 'Supprimer ces textes',
  removing: (version: string, hasWaiting: boolean) => ({
    title: `Supprimer «\u00a0${version}\u00a0»\u00a0?`,
    description: `Son nom, son texte, son audio et sa transcription disparaissent. ${
      hasWaiting ? 'L’audio qui attend d’être envoyé est supprimé de cet appareil. ' : ''
    }Le lieu et ses autres versions restent.`,
    confirm: 'Supprimer',
    cancel: 'Garder',
  }),
  removingWords: {
    title: 'Supprimer les textes du lieu\u00a0?',
    description:
      'Son texte, son lien, sa transcription et les descriptions de ses images disparaissent. Le lieu et son audio restent.',
    confirm: 'Supprimer',
    cancel: 'Garder',
  },
  removed: (version: string) => `«\u00a0${version}\u00a0» est supprimée.`,
  table: {
    title: 'Versions et traductions',
    loading: 'Chargement des versions…',
    failed: (text: string) => `Les versions n’ont pas pu être chargées. ${text}`,
    empty: 'Aucun lieu pour l’instant',
    emptyHint: 'Les lieux de cette carte apparaîtront ici.',
    missing: (count: number, places: number) =>
      count === 0
        ? 'Il ne manque rien.'
        : `Il manque ${count}\u00a0${plural(count, 'élément', 'éléments')}, dans ${places}\u00a0${plural(places, 'lieu', 'lieux')}.`,
    onlyMissing: 'Seulement les lieux où il manque quelque chose',
    noneMissing: 'Il ne manque rien à aucun lieu.',
    places: 'Lieux',
    addVersion: 'Ajouter une langue ou une version',
    parts: {
      name: 'nom',
      text: 'texte',
      sound: 'audio',
      transcript: 'transcription',
      pictures: 'description des images',
    },
    legend: 'Légende',
    states: { there: 'fait', draft: 'brouillon', missing: 'manque', unneeded: 'sans objet' },
    /** What a cell says without its icons. @param lacking names of the parts, joined */
    cell: (version: string, lacking: string, drafts: string) => {
      if (lacking === '' && drafts === '') return `${version}\u00a0: complet`;
      const parts = [lacking && `il manque ${lacking}`, drafts && `en brouillon\u00a0: ${drafts}`].filter(Boolean);
      return `${version}\u00a0: ${parts.join(', ')}`;
    },
  },
} as const;

export type TellingsWords = WordsOf<typeof french>;

/** The words of what an author writes of a place. */
export const tellingsStrings = inLanguages(french, {
  en: async () => (await import('./tellings-words.en.ts')).english,
});
