import type { PicturesWords } from './pictures-words.ts';

export const english = {
  label: 'Pictures of the place',
  missing: 'Picture not available at the moment',
  enlarge: (number: number, count: number) =>
    count === 1 ? 'Enlarge the picture' : `Enlarge picture ${number} of ${count}`,
  title: (number: number, count: number) => (count === 1 ? 'Picture' : `Picture ${number} of ${count}`),
  position: (number: number, count: number) => `${number} / ${count}`,
  previous: 'Previous picture',
  next: 'Next picture',
} satisfies PicturesWords;
