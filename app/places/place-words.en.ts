import type { PlaceWords } from './place-words.ts';

export const english = {
  open: 'Gérer les lieux',
  hint: 'Pour en changer plusieurs à la fois.',
} satisfies PlaceWords;
