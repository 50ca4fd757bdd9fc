/** What XML 1.0 forbids in a document, written as a reference too (production 2, Char), and HTML as well: most control characters, lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would replace it, and in attributes of XML also a tab and a line break.
  '\r': '&#13;',
};

/**
 * Writes a text for an element, or an attribute in double quotes, of XML or HTML, without what these forbid. A parser gives
 * the same text back.
 */
export function markupText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (sign) => REFERENCES[sign] ?? sign);
}
