import type { Reader } from '../../../server/store/database.ts';

/** A column that names an account. */
export interface AccountColumn {
  readonly table: string;
  readonly column: string;
  /** What the database does with a row whose account goes; null for a column without a reference. */
  readonly onDelete: string | null;
}

interface ForeignKey {
  readonly table: string;
  readonly from: string;
  readonly on_delete: string;
}

/** Every column of the database that names an account, by a reference or by its own name. */
export async function accountColumns(reader: Reader): Promise<AccountColumn[]> {
  const tables: { name: string }[] = await reader('sqlite_master').where({ type: 'table' }).orderBy('name');
  const found: AccountColumn[] = [];
  for (const { name: table } of tables) {
    const columns: { name: string }[] = await reader.raw('PRAGMA table_info(??)', [table]);
    const keys: ForeignKey[] = await reader.raw('PRAGMA foreign_key_list(??)', [table]);
    for (const { name: column } of columns) {
      const key = keys.find((each) => each.table === 'accounts' && each.from === column);
      if (key === undefined && !NAMES.test(column)) continue;
      found.push({ table, column, onDelete: key?.on_delete ?? null });
    }
  }
  return found;
}

/** How such columns are called. */
const NAMES = /^(account|author|uploader|inviter|actor|guest|reporter)_id$|_by$/;
