import { titles } from '../ui/common-words.ts';
import type { ProfileWords } from './profile-words.ts';

export const english = {
  get title() {
    return titles.profile;
  },
  choose: 'Choose a photo',
  zoom: 'Zoom',
  upload: 'Upload Photo',
  uploading: 'Uploading…',
  noFile: 'No file selected',
  chooseFirst: 'Tap your photo to choose one.',
  unreadable: 'Could not read file',
  formats: 'Choose a JPEG, PNG, WebP, AVIF or GIF image. Convert a HEIC photo to JPEG first.',
  failed: (message: string) => `Upload failed: ${message}`,
  drops: 'Drops',
  logOut: 'Log Out',
} satisfies ProfileWords;
