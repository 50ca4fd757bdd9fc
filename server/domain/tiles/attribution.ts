/** Shown for an archive without an attribution, because nearly all maps come from there. */
const DEFAULT_ATTRIBUTION = '© OpenStreetMap';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  copy: '©',
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
};

/** Returns the text of an archive's attribution, which is HTML by custom. */
export function readAttribution(html: unknown): string {
  if (typeof html !== 'string') return DEFAULT_ATTRIBUTION;
  const text = html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(x[\da-f]+|\d+)|(\w{2,6}));/gi, (entity, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? entity) : (characterOf(code) ?? entity),
    )
    .replace(/[\t\n\r ]+/g, ' ')
    .trim();
  return text === '' ? DEFAULT_ATTRIBUTION : text;
}

/** Returns the character with this number, decimal or hexadecimal after an `x`; undefined if Unicode has none. */
function characterOf(code: string): string | undefined {
  const number = Number(code.replace(/^x/i, '0x'));
  return number <= 0x10_ff_ff ? String.fromCodePoint(number) : undefined;
}
