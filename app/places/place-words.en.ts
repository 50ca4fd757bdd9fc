import type { PlaceWords } from './place-words.ts';

export const english = {
  open: 'Manage places',
  hint: 'To change several at once.',
  import: {
    open: 'Import places',
    hint: 'From GeoJSON, GPX, KML, KMZ, CSV, uMap, or a ZIP of sounds.',
  },
  texts: {
    open: 'Texts and versions',
    hint: 'Text, pictures, link and transcript of this place, and its versions in other languages.',
  },
  versions: {
    open: 'Versions and translations',
    hint: 'What each place lacks in each language.',
  },
  about: {
    open: 'Practical information',
    hint: 'Duration, access, licence, language and translations of this map.',
  },
  codes: {
    open: 'Codes to print',
    hint: 'The QR code of each place, to put up on a wall.',
  },
} satisfies PlaceWords;
