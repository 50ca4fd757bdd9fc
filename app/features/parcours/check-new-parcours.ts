import { strings } from '../../platform/strings.ts';

/** What keeps a map from being made; an empty `field` means that no field is at fault. */
export interface NewParcoursFault {
  readonly field: 'title' | 'description' | '';
  readonly message: string;
}

/** The first fault of the form, null where it may be sent. Both texts are required, and blanks are no text. */
export function checkNewParcours(values: {
  readonly title: string;
  readonly description: string;
}): NewParcoursFault | null {
  const words = strings.createParcours;
  if (values.title.trim() === '') return { field: 'title', message: words.missingTitle };
  if (values.description.trim() === '') return { field: 'description', message: words.missingDescription };
  return null;
}
