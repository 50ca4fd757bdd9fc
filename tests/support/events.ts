import type { EventRow } from '../../server/store/events.ts';
import { openTestDatabase } from './test-database.ts';

/** The analytics events that a server keeps in this folder, in the order in which they arrived, properties read. */
export async function storedEvents(dataDir: string) {
  const database = await openTestDatabase(dataDir);
  try {
    const rows = await database.reader<EventRow>('events').orderBy('id');
    return rows.map((row) => ({ ...row, properties: JSON.parse(row.properties) }));
  } finally {
    await database.close();
  }
}
