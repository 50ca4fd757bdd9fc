import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  title: 'Informations pratiques',
  hint: 'Ce que les visiteurs doivent savoir avant de venir. Laissez vide ce que vous ne savez pas.',
  loading: 'Chargement des informations…',
  loadFailed: (text: string) => `Les informations n’ont pas pu être chargées. ${text}`,
  languagePart: 'Langue de la carte',
  language: 'Langue des lieux et des audios',
  languageHint: 'La version standard dans cette langue, ce sont les lieux eux-mêmes.',
  factsPart: 'La visite',
  authors: 'Auteurs',
  authorsHint: 'Les noms à citer.',
  lengthM: 'Longueur (km)',
  durationMin: 'Durée avec les histoires (min)',
  difficulty: 'Difficulté',
  hasSteps: 'Marches sur le chemin',
  withSteps: 'Avec des marches',
  withoutSteps: 'Sans marche',
  unknown: 'Non précisé',
  surface: 'Sol',
  surfaceHint: 'Pavés, terre, bitume…',
  widthCm: 'Largeur du passage le plus étroit (cm)',
  toilets: 'Toilettes',
  transport: 'Accès en transports',
  emergency: 'Numéro d’urgence',
  licencePart: 'Licence',
  licence: 'Licence du contenu',
  licences: {
    reserved: 'Tous droits réservés',
    cc0: 'CC0\u00a0: domaine public',
    'cc-by': 'CC BY\u00a0: citer les auteurs',
    'cc-by-sa': 'CC BY-SA\u00a0: citer, partager de même',
    'cc-by-nd': 'CC BY-ND\u00a0: citer, ne pas modifier',
    'cc-by-nc': 'CC BY-NC\u00a0: citer, sans commerce',
    'cc-by-nc-sa': 'CC BY-NC-SA\u00a0: citer, sans commerce, partager de même',
    'cc-by-nc-nd': 'CC BY-NC-ND\u00a0: citer, sans commerce, ne pas modifier',
  },
  translationsPart: 'Traductions',
  translationsHint: 'Le nom et la description de la carte dans d’autres langues.',
  inLanguage: (language: string) => `En\u00a0: ${language}`,
  name: (language: string) => `Nom (${language})`,
  description: (language: string) => `Description (${language})`,
  remove: (language: string) => `Retirer\u00a0: ${language}`,
  add: 'Ajouter une traduction',
  addIn: 'Langue de la traduction',
  faults: {
    number: {
      lengthM: 'Écrivez la longueur en kilomètres, comme 2,5, jusqu’à 1000.',
      durationMin: 'Écrivez la durée en minutes, comme 90.',
      widthCm: 'Écrivez la largeur en centimètres, comme 90.',
    },
    'too-long': 'Ce texte est trop long.',
    'no-name': (language: string) => `Donnez un nom à la carte en\u00a0: ${language}, ou retirez cette traduction.`,
  },
  save: 'Enregistrer',
  saved: 'Les informations pratiques sont enregistrées.',
  saveFailed: (text: string) => `Les informations ne sont pas enregistrées. ${text}`,
  languageTaken:
    'Des lieux ont déjà une version standard dans cette langue\u00a0: supprimez-les d’abord, ou gardez la langue actuelle.',
  kept: 'Vos informations pratiques ne sont pas encore enregistrées. Elles vous attendent ici.',
  discard: 'Abandonner mes changements',
} as const;

export type AboutWords = WordsOf<typeof french>;

/** The words of what visitors should know of a parcours, for who writes it. */
export const aboutStrings = inLanguages(french, { en: async () => (await import('./about-words.en.ts')).english });
