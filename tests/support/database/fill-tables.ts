import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { Table } from '../../../server/cluster/table-rows.ts';
import type { Database, Transactor } from '../../../server/store/database.ts';
import { codeOf } from '../../../server/store/files.ts';

/** Texts that databases and drivers are known to change. */
const TEXTS = [
  '',
  ' ',
  'é\u0301 \u{1f3a7}',
  'O\'Hara \\ "?"',
  '{"a":[1,null]}',
  'line\nline\r\n\ttab',
  '007',
  '1e3',
  'NULL',
];
const NUMBERS = [0, -1, 3, 2 ** 31 - 1];
const FRACTIONS = [0.1, -23.000_000_000_000_004, 1e-300, 12_345.678_9];

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Reference {
  readonly table: string;
  readonly from: string;
  readonly to: string | null;
}

/**
 * Writes rows to every table of an SQLite database, with every kind of value in every column. They mean nothing, but refer
 * to one another as they must.
 *
 * @param tables with those that others refer to first
 * @param rowsEach about how many each table gets
 */
export async function fillTables(
  database: Database,
  tables: readonly Table[],
  rowsEach: number,
  seed: number,
): Promise<void> {
  const random = createRandom(seed);
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Expected something to choose from');
    return item;
  };
  await database.transact(async (tx) => {
    for (const { name, isCounted } of tables) {
      const columns: Column[] = await tx.raw('SELECT * FROM pragma_table_info(?)', [name]);
      const references: Reference[] = await tx.raw('SELECT * FROM pragma_foreign_key_list(?)', [name]);
      for (let made = 0; made < rowsEach; made++) {
        const row: Record<string, unknown> = {};
        for (const column of columns) {
          if (isCounted && column.pk === 1) continue;
          const reference = references.find(({ from }) => from === column.name);
          row[column.name] = reference === undefined ? valueFor(column) : await referenced(tx, reference);
          if (column.notnull === 0 && column.pk === 0 && random() < 0.25) row[column.name] = null;
        }
        await insertUnlessTaken(tx, name, row);
      }
    }
  });

  function valueFor({ type }: Column): unknown {
    const kind = type.toLowerCase();
    if (kind === 'boolean') return random() < 0.5;
    if (kind === 'float') return oneOf(FRACTIONS);
    if (kind === 'text') return random() < 0.7 ? `${oneOf(TEXTS)}${Math.floor(random() * 1e9)}` : oneOf(TEXTS);
    const number = random() < 0.7 ? Math.floor(random() * 1e9) : oneOf(NUMBERS);
    return kind === 'bigint' ? number * 1000 : number;
  }

  async function referenced(tx: Transactor, { table, from, to }: Reference): Promise<unknown> {
    const column = to ?? from;
    const rows: Record<string, unknown>[] = await tx(table).select(column);
    return oneOf(rows)[column];
  }
}

/** Random rows may have what must be unique twice. */
async function insertUnlessTaken(tx: Transactor, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  await tx(table)
    .insert(row)
    .catch((error: unknown) => {
      if (codeOf(error) !== 'SQLITE_CONSTRAINT') throw error;
    });
}
