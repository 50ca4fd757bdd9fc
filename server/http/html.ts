import { markupText } from '../domain/markup-text.ts';

/** Text that is markup already: only {@link markup} and {@link trusted} make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Part[];

/**
 * Template of HTML or XML, in which all texts are escaped. Attributes must be in double quotes; null is nothing, and the
 * parts of a list follow one another.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, string, index) => text + write(parts[index - 1] ?? null) + string));
}

/** Markup that is safe as it is: no text of a person may be in it. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return markupText(part);
  return part.map(write).join('');
}
