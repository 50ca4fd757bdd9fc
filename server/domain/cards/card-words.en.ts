import type { CardWords } from './card-words.ts';

export const english = {
  name: 'Drop ici',
  description: 'Sounds left on the map: walk, listen, record.',
  tagline: 'Voices left on the map.',
  picture: 'Drop ici: voices left on the map',
  pictureOf: (title) => `The map “${title}”`,
  stories: (count) => (count === 1 ? '1 story to hear' : `${count} stories to hear`),
  locale: 'en_GB',
} satisfies CardWords;
