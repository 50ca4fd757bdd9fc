import type { Reader } from '../../../server/store/database.ts';
import { listColumns, listForeignKeys, listTables } from '../database/catalogue.ts';

/** A column that names an account. */
export interface AccountColumn {
  readonly table: string;
  readonly column: string;
  /** What the database does with a row whose account goes; null for a column without a reference. */
  readonly onDelete: string | null;
}

/** Every column of the database that names an account, by a reference or by its own name. */
export async function accountColumns(reader: Reader): Promise<AccountColumn[]> {
  const found: AccountColumn[] = [];
  for (const table of await listTables(reader)) {
    const keys = await listForeignKeys(reader, table);
    for (const column of await listColumns(reader, table)) {
      const key = keys.find((each) => each.table === 'accounts' && each.column === column);
      if (key === undefined && !NAMES.test(column)) continue;
      found.push({ table, column, onDelete: key?.onDelete ?? null });
    }
  }
  return found;
}

/** How such columns are called. */
const NAMES = /^(account|author|uploader|inviter|actor|guest|reporter)_id$|_by$/;
