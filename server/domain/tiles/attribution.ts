/** Shown for an archive that names nobody: nearly all maps come from there. */
const DEFAULT_ATTRIBUTION = '© OpenStreetMap';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  copy: '©',
  gt: '>',
  lt: '<',
  nbsp: '\u00a0',
  quot: '"',
};

/** The text of an archive's attribution, which is HTML by custom. */
export function readAttribution(html: unknown): string {
  if (typeof html !== 'string') return DEFAULT_ATTRIBUTION;
  const text = html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (entity, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? entity) : String.fromCodePoint(Number(code)),
    )
    .replace(/[\t\n\r ]+/g, ' ')
    .trim();
  return text === '' ? DEFAULT_ATTRIBUTION : text;
}
