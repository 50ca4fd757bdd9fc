import type { PlaceWords } from './place-words.ts';

export const english = {
  open: 'Manage places',
  hint: 'To change several at once.',
} satisfies PlaceWords;
