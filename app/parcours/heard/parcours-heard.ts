import { type Heard, heardCalls } from '../../../contracts/calls/heard-calls.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';

addCalls(heardCalls);

/** Reads what was heard on a parcours. @throws as `call` does */
export function readHeard(parcoursId: ParcoursId): Promise<Heard> {
  return call('readHeard', { params: { mapId: parcoursId } });
}

/** Formats rows as CSV for a spreadsheet with French settings, which must not take a text for a formula. Pure. */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(formatField).join(';')).join('\r\n')}\r\n`;
}

function formatField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
