import type { FormError } from '../../ui/use-form.ts';
import { strings } from '../../words/strings.ts';

/** The first error of the form, null where it may be sent. Both texts are required and not blank. */
export function checkNewParcours(values: {
  readonly title: string;
  readonly description: string;
}): FormError<'title' | 'description'> | null {
  const words = strings.createParcours;
  if (values.title.trim() === '') return { field: 'title', message: words.missingTitle };
  if (values.description.trim() === '') return { field: 'description', message: words.missingDescription };
  return null;
}
