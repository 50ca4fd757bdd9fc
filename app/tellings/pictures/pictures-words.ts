import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  label: 'Images du lieu',
  missing: 'Image indisponible pour l’instant',
  enlarge: (number: number, count: number) =>
    count === 1 ? 'Agrandir l’image' : `Agrandir l’image ${number} sur ${count}`,
  title: (number: number, count: number) => (count === 1 ? 'Image' : `Image ${number} sur ${count}`),
  position: (number: number, count: number) => `${number}\u202f/\u202f${count}`,
  previous: 'Image précédente',
  next: 'Image suivante',
} as const;

export type PicturesWords = WordsOf<typeof french>;

/** The words of a place's pictures, as a walker sees them. */
export const picturesStrings = inLanguages(french, {
  en: async () => (await import('./pictures-words.en.ts')).english,
});
