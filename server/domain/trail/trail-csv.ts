import { plainLine } from '../../../contracts/lines.ts';
import type { TrailEntry } from '../../../contracts/trail.ts';

/** Marks the file as UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\ufeff';
/** Characters that are sent at a time. */
const CHUNK_CHARS = 32_768;

const COLUMNS: Readonly<Record<string, (entry: TrailEntry) => string | number | null | undefined>> = {
  id: ({ id }) => id,
  time: ({ happenedAt }) => happenedAt,
  action: ({ action }) => action,
  actor_id: ({ actor }) => actor?.id,
  actor_name: ({ actor }) => actor?.name,
  actor_email: ({ actor }) => actor?.email,
  account_id: ({ account }) => account?.id,
  account_name: ({ account }) => account?.name,
  account_email: ({ account }) => account?.email,
  map_id: ({ map }) => map?.id,
  map_name: ({ map }) => map?.name,
  place_id: ({ place }) => place?.id,
  place_name: ({ place }) => place?.name,
  address: ({ address }) => address,
  detail: ({ detail }) => detail,
};

/** Formats entries as CSV (RFC 4180, UTF-8 with a byte order mark), in pieces as they are read. */
export async function* printTrailCsv(entries: AsyncIterable<TrailEntry>): AsyncIterable<string> {
  let text = BYTE_ORDER_MARK + printLine(Object.keys(COLUMNS));
  for await (const entry of entries) {
    text += printLine(Object.values(COLUMNS).map((read) => plainLine(String(read(entry) ?? ''))));
    if (text.length < CHUNK_CHARS) continue;
    yield text;
    text = '';
  }
  yield text;
}

function printLine(cells: readonly string[]): string {
  return `${cells.map(printCell).join(',')}\r\n`;
}

/**
 * Quotes a cell if necessary. A spreadsheet would run a cell that begins like a formula, so an apostrophe is put before
 * it; also after a semicolon, because a French spreadsheet splits cells there. Quotes and blanks before the formula
 * don't hide it, because the spreadsheet removes them.
 */
function printCell(text: string): string {
  const harmless = text.replace(/(^|;)(?=["'\s]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20])/g, "$1'");
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
