import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';
import type { Paper } from './printed-codes.ts';

const french = {
  title: 'Codes à imprimer',
  lead: 'Qui scanne le code d’un lieu, ou le saisit dans l’application, entend son histoire. Un code ne change jamais.',
  paper: 'Format',
  papers: {
    a4: { label: 'Feuilles A4', hint: 'Douze codes par page, à découper ou à distribuer.' },
    a6: { label: 'Cartes A6', hint: 'Une carte par lieu, à poser sur place.' },
  },
  count: (codes: number, pages: number) =>
    `${codes}\u00a0${plural(codes, 'code', 'codes')} sur ${pages}\u00a0${plural(pages, 'page', 'pages')}`,
  left: (count: number) =>
    plural(
      count,
      'Un lieu sans histoire publiée est laissé de côté.',
      `${count}\u00a0lieux sans histoire publiée sont laissés de côté.`,
    ),
  sample: 'Aperçu du premier code',
  none: 'Aucun code à imprimer',
  noneHint: 'Les codes des lieux apparaîtront ici dès qu’ils auront une histoire.',
  print: 'Imprimer',
  printHint: 'Choisissez le même format dans la fenêtre d’impression, à 100\u00a0%.',
  listen: 'Écoutez ce lieu',
  how: 'Scannez avec l’appareil photo de votre téléphone, ou ouvrez cette adresse\u00a0:',
  qr: (name: string) => `QR code de ${name}`,
} as const satisfies { papers: Record<Paper, unknown> } & Record<string, unknown>;

export type PrintWords = WordsOf<typeof french>;

/** The words of printed codes, and of choosing their paper. */
export const printStrings = inLanguages(french, { en: async () => (await import('./print-words.en.ts')).english });
