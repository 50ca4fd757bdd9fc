import type { PackFile } from '../../../contracts/pack.ts';
import { openPackCache } from './cache-storage.ts';

/** Identifies a file by its content. */
export type FileContent = Pick<PackFile, 'sha256' | 'bytes'>;

/** A key, not an address that anyone fetches. It holds the size, so that a listing needn't open every file. */
const KEY = /\/kept\/([0-9a-f]{64})\/(\d+)$/;

function keyOf({ sha256, bytes }: FileContent): string {
  return `/kept/${sha256}/${bytes}`;
}

/** Lists the files on this device, as SHA-256 and bytes. @throws StorageDeniedError */
export async function listFiles(): Promise<Map<string, number>> {
  const requests = await (await openPackCache('files')).keys();
  return new Map(
    requests.flatMap(({ url }) => {
      const [, sha256, bytes] = KEY.exec(url) ?? [];
      return sha256 === undefined ? [] : [[sha256, Number(bytes)] as const];
    }),
  );
}

/**
 * Stores a verified file, completely or not at all.
 *
 * @param content its `type` is stored with it.
 * @throws StorageDeniedError; QuotaExceededError on a full device.
 */
export async function storeFile(file: FileContent, content: Blob): Promise<void> {
  const headers = content.type === '' ? {} : { 'Content-Type': content.type };
  await (await openPackCache('files')).put(keyOf(file), new Response(content, { headers }));
}

/** Reads a file's content, which browsers leave on the disk until used; null if not stored. @throws StorageDeniedError */
export async function readFile(file: FileContent): Promise<Blob | null> {
  const stored = await (await openPackCache('files')).match(keyOf(file));
  return stored === undefined ? null : stored.blob();
}

/** Deletes a file if it is stored. @throws StorageDeniedError */
export async function deleteFile(file: FileContent): Promise<void> {
  await (await openPackCache('files')).delete(keyOf(file));
}
