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
  hasSteps: 'Marches sur le chemin',
  withSteps: 'Avec des marches',
  withoutSteps: 'Sans marche',
  unknown: 'Non précisé',
  surfaceHint: 'Pavés, terre, bitume…',
  widthCm: 'Largeur du passage le plus étroit (cm)',
  transport: 'Accès en transports',
  emergency: 'Numéro d’urgence',
  licencePart: 'Licence',
  licence: 'Licence du contenu',
  /** What a licence asks for. */
  terms: {
    'cc-by': 'citer les auteurs',
    'cc-by-sa': 'citer, partager de même',
    'cc-by-nd': 'citer, ne pas modifier',
    'cc-by-nc': 'citer, sans commerce',
    'cc-by-nc-sa': 'citer, sans commerce, partager de même',
    'cc-by-nc-nd': 'citer, sans commerce, ne pas modifier',
  },
  withTerms: (licence: string, terms: string) => `${licence}\u00a0: ${terms}`,
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
  notKept:
    'Vos informations pratiques ne sont pas enregistrées, et cet appareil ne peut pas les garder\u00a0: elles seront perdues avec cette page.',
  clash: (what: string) =>
    `Quelqu’un d’autre a changé entre-temps\u00a0: ${what}. «\u00a0Enregistrer\u00a0» met vos mots à la place des siens, «\u00a0Abandonner mes changements\u00a0» garde les siens.`,
  discard: 'Abandonner mes changements',
} as const;

export type AboutWords = WordsOf<typeof french>;

/** The words of the form 'Informations pratiques'. */
export const aboutStrings = inLanguages(french, { en: async () => (await import('./about-words.en.ts')).english });
