import type { Language } from '../../../contracts/vocabulary.ts';
import { english } from './card-words.en.ts';

const french = {
  name: 'Drop ici',
  description: 'Des sons posés sur la carte : marchez, écoutez, enregistrez.',
  tagline: 'Des voix posées sur la carte.',
  picture: 'Drop ici : des voix posées sur la carte',
  pictureOf: (title: string) => `La carte «\u00a0${title}\u00a0»`,
  stories: (count: number) => (count === 1 ? '1 histoire à écouter' : `${count} histoires à écouter`),
  locale: 'fr_FR',
};

/** The texts of cards in one language. */
export type CardWords = typeof french;

/** The texts of cards and their pictures by language. The app's name and its page's description are those of `app/index.html`. */
export const cardWords: Readonly<Record<Language, CardWords>> = { fr: french, en: english };
