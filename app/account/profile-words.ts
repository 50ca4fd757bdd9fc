import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  get title() {
    return titles.profile;
  },
  choose: 'Choisir une photo',
  zoom: 'Zoom',
  upload: 'Upload Photo',
  uploading: 'Uploading…',
  noFile: 'No file selected',
  chooseFirst: 'Touchez votre photo pour en choisir une.',
  unreadable: 'Could not read file',
  formats: 'Choisissez une image JPEG, PNG, WebP, AVIF ou GIF. Une photo HEIC se convertit d’abord en JPEG.',
  failed: (message: string) => `Upload failed: ${message}`,
  drops: 'Drops',
  logOut: 'Log Out',
} as const;

export type ProfileWords = WordsOf<typeof french>;

/** The words of the profile. */
export const profileStrings = inLanguages(french, { en: async () => (await import('./profile-words.en.ts')).english });
