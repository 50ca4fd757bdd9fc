import { titles } from '../ui/common-words.ts';
import type { ProfileWords } from './profile-words.ts';

export const english = {
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
} satisfies ProfileWords;
