import type { Knex } from 'knex';

/**
 * The letters that a search treats as others, and the plain letters that people type for them. SQLite's `lower` knows no
 * accents, and PostgreSQL's `unaccent` may not be installed.
 */
const FOLDED_LETTERS = Object.entries({
  a: 'àáâãäå',
  c: 'ç',
  e: 'èéêë',
  i: 'ìíîï',
  n: 'ñ',
  o: 'òóôõöø',
  u: 'ùúûü',
  y: 'ýÿ',
  oe: 'œ',
  ae: 'æ',
}).flatMap(([plain, letters]) =>
  [...letters].flatMap((letter) => [letter, letter.toUpperCase()].map((one) => [one, plain] as const)),
);

/**
 * Returns the SQL of a column's text in lower case and without accents: 'Œuvre à Évian' becomes 'oeuvre a evian'. Texts
 * in ASCII, such as most emails, skip the replacements: a search reads every row.
 * @param column a column's name, never a text of a request
 */
export function folded(column: string): string {
  const lower = `lower(${column})`;
  const plain = FOLDED_LETTERS.reduce((sql, [letter, to]) => `replace(${sql}, '${letter}', '${to}')`, lower);
  return `case when octet_length(${column}) > length(${column}) then ${plain} else ${lower} end`;
}

/** Limits a query to rows that contain a text in one of the columns, whatever the case and the accents of both. */
export function whereContains(rows: Knex.QueryBuilder, columns: readonly string[], search: string): void {
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`;
  rows.where((found) => {
    for (const column of columns) found.orWhereRaw(`${folded(column)} like ? escape '\\'`, [pattern]);
  });
}

/** Returns a text as {@link folded} returns a column's. */
function fold(text: string): string {
  const lower = text.normalize('NFC').toLowerCase();
  return FOLDED_LETTERS.reduce((plain, [letter, to]) => plain.replaceAll(letter, to), lower);
}
