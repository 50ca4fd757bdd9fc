import { text } from 'node:stream/consumers';
import { UserId } from '../../contracts/vocabulary.ts';
import { type ErasedList, type ErasureRow, erasedLine, type ListedErasure, parseErased } from '../store/erasures.ts';
import type { ObjectStore } from './object-store.ts';

const PREFIX = 'erased/';
const KEY = /^erased\/(\d{1,10})\/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/;

/** Opens the list of erased accounts in a bucket, which all servers share: an object `erased/ACCOUNT/TIME` for each. */
export function createErasedObjects(objects: ObjectStore): ErasedList {
  const add = (row: ErasureRow): Promise<void> =>
    objects.put(`${PREFIX}${row.account_id}/${row.erased_at}`, new TextEncoder().encode(erasedLine(row)), {
      contentType: 'text/plain',
    });

  async function read(key: string): Promise<ErasureRow> {
    const found = await objects.get(key);
    const row = found === undefined ? undefined : parseErased(await text(found.stream));
    if (row === undefined) throw new Error(`Expected an erasure in ${key}, found none`);
    return row;
  }

  return {
    list: async () => {
      const listed: ListedErasure[] = [];
      for await (const { key } of objects.list(PREFIX)) {
        const [, account, erased_at] = KEY.exec(key) ?? [];
        if (account === undefined || erased_at === undefined) continue;
        listed.push({ account_id: UserId.parse(Number(account)), erased_at, read: () => read(key) });
      }
      return listed;
    },
    add,
    addAll: async (rows) => {
      for (const row of rows) await add(row);
    },
  };
}
