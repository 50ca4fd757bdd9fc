import type { FormError } from '../../ui/use-form.ts';
import { mapPanes } from '../../words/map-panes.ts';

/** The first error of a parcours' name and description, null where they may be saved. */
export function checkText(text: {
  readonly name: string;
  readonly description: string;
}): FormError<'name' | 'description'> | null {
  const words = mapPanes.info;
  if (text.name.trim() === '') return { field: 'name', message: words.missingName };
  if (text.description.trim() === '') return { field: 'description', message: words.missingDescription };
  return null;
}
