import { inLanguages, type WordsOf } from '../ui/language.ts';

const frenchCode = {
  open: 'Saisir un code',
  pageTitle: (code: string) => `Code ${code}`,
  looking: 'Recherche du lieu…',
  listen: 'Écouter',
  listenTo: (name: string) => `Écouter ${name}`,
  seeOnMap: 'Voir sur la carte',
  silent: 'Ce lieu n’a pas encore d’histoire.',
  unknown: 'Ce code ne mène à aucun lieu',
  unknownHint:
    'Vérifiez chaque caractère\u00a0: un code a quatre à six lettres et chiffres. Le lieu a peut-être été retiré.',
  notListed: 'Ce lieu n’est plus sur la carte.',
  otherCode: 'Saisir un autre code',
  toMap: 'Ouvrir la carte',
  memberTitle: 'Connectez-vous pour écouter',
  memberHint:
    'Ce code ne mène à aucun parcours ouvert à tous. Si vous êtes invité au parcours de ce lieu, connectez-vous\u00a0: il s’ouvrira ensuite. Sinon, demandez une invitation à ses auteurs.',
  logIn: 'Se connecter',
} as const;

const frenchDialog = {
  label: 'Code du lieu',
  hint: 'Les quatre à six caractères imprimés sous le QR code.',
  missing: 'Saisissez le code du lieu.',
  camera: 'Scanner le QR code',
  aim: 'Visez le QR code du lieu.',
  viewfinder: 'Image de l’appareil photo',
  closeCamera: 'Fermer l’appareil photo',
  otherQr: 'Ce QR code n’est pas celui d’un lieu d’ici.',
  faults: {
    refused: 'L’appareil photo est refusé\u00a0: autorisez-le dans les réglages du navigateur, ou saisissez le code.',
    missing: 'Aucun appareil photo n’est utilisable\u00a0: saisissez le code.',
    unsupported:
      'Ce navigateur ne lit pas les QR codes\u00a0: saisissez le code, ou scannez-le avec l’appareil photo de votre téléphone.',
  },
} as const;

const french = { codeStrings: frenchCode, codeDialogStrings: frenchDialog };
export type CodeWords = WordsOf<typeof french>;

/** The words of the page of a code. The words of the dialog in which a code is typed or scanned. */
export const { codeStrings, codeDialogStrings } = inLanguages(french, {
  en: async () => (await import('./code-words.en.ts')).english,
});
