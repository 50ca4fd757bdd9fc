/** What XML 1.0 forbids in a document, written as a reference too (production 2, Char): most control characters, lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Begins a document. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Writes a text for an element or an attribute, without what XML forbids. A parser gives the same text back. */
export function xmlText(text: string): string {
  // A parser would replace a carriage return, and in attributes also a tab and a line break.
  return text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Writes an element with a text; nothing for an empty one. */
export function xmlElement(name: string, text: string): string {
  return text === '' ? '' : `<${name}>${xmlText(text)}</${name}>`;
}
