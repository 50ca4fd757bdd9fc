import { titles } from '../ui/common-words.ts';

/** The words of the profile. */
export const profileStrings = {
  title: titles.profile,
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
