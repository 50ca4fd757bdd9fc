/** Writes and reads cells of CSV for spreadsheets, which must not take a text for a formula. Pure. */

/** Excel knows UTF-8 by it. */
export const BYTE_ORDER_MARK = '\ufeff';

/**
 * Where a formula could begin: at a text's start, and behind whatever a spreadsheet may take for the end of a cell, since in
 * another country it splits at another sign and then takes our quotes for text. It removes quotes and blanks before a formula.
 * A list in Markdown stays as it is: its lines begin with a hyphen and a blank.
 */
const START = '(?<=^|[;,\\t\\r\\n])(?<![\\r\\n](?=- ))';
const FORMULA = '(?=(?:["\']|[^\\S\\t\\r\\n])*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20])';
const UNGUARDED = new RegExp(START + FORMULA, 'g');
const GUARDED = new RegExp(`${START}'${FORMULA}`, 'g');

/**
 * Formats a row of CSV (RFC 4180). Numbers have a decimal point. A text gets an apostrophe wherever a spreadsheet would
 * calculate: {@link plainCell} takes them away.
 *
 * @param separator `;` for spreadsheets with French settings
 */
export function formatCsvRow(row: readonly (string | number)[], separator: ';' | ',' = ';'): string {
  const cells = row.map((value) => {
    const text = typeof value === 'string' ? value.replace(UNGUARDED, "'") : String(value);
    return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(separator)}\r\n`;
}

/** Returns the text of a cell as it was before {@link formatCsvRow} made it harmless. */
export function plainCell(cell: string): string {
  return cell.replace(GUARDED, '');
}

/**
 * The columns of a parcours' CSV, in French whatever the language, so that who reads one such file reads all. A file with just
 * these is ours: its texts are Markdown, and {@link plainCell} reads its cells.
 */
export const PLACE_COLUMNS = ['nom', 'latitude', 'longitude', 'texte', 'fichier', 'numero', 'lien'] as const;
