import { plural } from '../../ui/plural.ts';
import type { PrintWords } from './print-words.ts';

export const english = {
  title: 'Codes to print',
  lead: 'Who scans the code of a place, or enters it in the app, hears its story. A code never changes.',
  paper: 'Paper',
  papers: {
    a4: { label: 'A4 sheets', hint: 'Twelve codes a page, to cut apart or to hand out.' },
    a6: { label: 'A6 cards', hint: 'A card for each place, to put up there.' },
  },
  count: (codes: number, pages: number) =>
    `${codes}\u00a0${plural(codes, 'code', 'codes')} on ${pages}\u00a0${plural(pages, 'page', 'pages')}`,
  left: (count: number) =>
    plural(
      count,
      'One place without a published story is left out.',
      `${count}\u00a0places without a published story are left out.`,
    ),
  sample: 'Preview of the first code',
  none: 'No code to print',
  noneHint: 'The codes of the places appear here once they have a story.',
  print: 'Print',
  printHint: 'Choose the same paper in the print window, at 100\u00a0%.',
  listen: 'Listen to this place',
  how: 'Scan with your phone’s camera, or open this address:',
  qr: (name: string) => `QR code of ${name}`,
} satisfies PrintWords;
