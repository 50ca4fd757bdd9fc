import { titles } from '../ui/title-words.ts';

/** The words of creating a map. */
export const createParcoursStrings = {
  title: titles.createParcours,
  lead: 'Un lieu, une promenade, une histoire\u00a0: donnez-lui un nom.',
  name: 'Title',
  description: 'Description',
  submit: 'Create',
  sending: 'Création…',
  missingTitle: 'Donnez un titre à la carte.',
  missingDescription: 'Décrivez la carte en quelques mots.',
  created: 'Parcours created successfully!',
  failed: (message: string) => `Failed to create parcours: ${message}`,
} as const;
