import type { Fault } from '../../ui/use-form.ts';
import { mapPanes } from '../../words/map-panes.ts';

/** The first thing that keeps a parcours' name and description from being saved; null where nothing does. */
export function checkText(text: {
  readonly name: string;
  readonly description: string;
}): Fault<'name' | 'description'> | null {
  const words = mapPanes.info;
  if (text.name.trim() === '') return { field: 'name', message: words.missingName };
  if (text.description.trim() === '') return { field: 'description', message: words.missingDescription };
  return null;
}
