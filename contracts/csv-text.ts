/** Writes and reads cells of CSV for spreadsheets with French settings, which must not take a text for a formula. Pure. */

/** What a spreadsheet takes for a formula, and what would be read back as a text that was made harmless. */
const GUARDED = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Formats rows as CSV (RFC 4180) with `;` between cells and a byte order mark, by which Excel knows UTF-8. Numbers have a
 * decimal point. A text that a spreadsheet would calculate gets an apostrophe: {@link plainCell} takes it away.
 */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map(formatCsvRow).join('')}`;
}

/** Formats one row of {@link formatCsv}, with its end. */
export function formatCsvRow(row: readonly (string | number)[]): string {
  return `${row.map(formatCell).join(';')}\r\n`;
}

function formatCell(value: string | number): string {
  const text = typeof value === 'string' && GUARDED.test(value) ? `'${value}` : String(value);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the text of a cell as it was before {@link formatCsv} made it harmless. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
}
