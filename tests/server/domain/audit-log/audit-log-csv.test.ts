import { expect, test } from 'vitest';
import { createRandom } from '../../../../app/rehearsal/seeded-random.ts';
import type { AuditEntry } from '../../../../contracts/audit-entry.ts';
import { formatAuditLogCsv } from '../../../../server/domain/audit-log/read-audit-log.ts';
import { readCells } from '../../../support/formats/spreadsheet-cells.ts';

test.each([',', ';', '\t'])('no cell is a formula when cells are separated by %j', async (separator) => {
  const random = createRandom(5);
  const letters = [...'x;;,"\'=+-@ \t\n\r\u00a0\uff1d\u00ad'];
  const text = (): string => Array.from({ length: 7 }, () => letters[Math.floor(random() * letters.length)]).join('');
  async function* entries(): AsyncIterable<AuditEntry> {
    for (let id = 1; id <= 3000; id++) {
      const actor = { id: 7 as never, name: text(), email: text() };
      const map = { id: 8 as never, name: id % 2 === 0 ? text() : 'x;"=HYPERLINK(1);y' };
      const at = { happenedAt: '2026-11-01T00:00:00.000Z', action: 'left' as const, address: null, detail: text() };
      yield { id, ...at, actor, account: null, map, place: null };
    }
  }
  let csv = '';
  for await (const piece of formatAuditLogCsv(entries())) csv += piece;
  expect(readCells(csv, separator).filter((cell) => /^[\s"]*[=+\-@\uff1d]/.test(cell))).toEqual([]);
});
