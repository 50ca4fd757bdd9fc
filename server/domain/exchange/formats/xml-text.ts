import { markupText } from '../../markup-text.ts';

/** Begins a document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes an element with a text; nothing for an empty one. */
export function xmlElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${markupText(text)}</${name}>`;
}
