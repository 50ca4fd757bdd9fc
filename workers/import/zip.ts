import { ImportError } from '../../contracts/imported-file.ts';

/** A file in a ZIP. Its name is only compared and shown: nothing is ever written under it. */
export interface ZipEntry {
  /** With its folders. */
  readonly path: string;
  /** As the ZIP states it. */
  readonly bytes: number;
  readonly packedBytes: number;
  readonly isStored: boolean;
  readonly isLocked: boolean;
  /** Of its local header, from the start of the ZIP. */
  readonly at: number;
}

/** The end of a ZIP, with the longest comment. */
const END_MAX = 22 + 65_535;
/** Largest list of files: those of a parcours with as many as one may have. */
const LIST_BYTES_MAX = 8 * 1024 * 1024;
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
/** A size that stands in another record: files of 4 GB, which nothing here needs. */
const ELSEWHERE = 0xffff_ffff;

/** Lists the files of a ZIP by its own list, without reading them. @throws {ImportError} `damaged-zip`, `too-large` */
export async function listZip(zip: Blob): Promise<readonly ZipEntry[]> {
  const endAt = Math.max(0, zip.size - END_MAX);
  const end = await viewOf(zip, endAt, zip.size);
  let at = end.byteLength - 22;
  while (at >= 0 && end.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw damaged('it has no end');
  const [count, size, from] = [
    end.getUint16(at + 10, true),
    end.getUint32(at + 12, true),
    end.getUint32(at + 16, true),
  ];
  if (size === ELSEWHERE || from === ELSEWHERE || size > LIST_BYTES_MAX) {
    throw new ImportError('too-large', `Expected a list of files of ${LIST_BYTES_MAX} bytes at most, got ${size}`);
  }
  if (from + size > endAt + at) throw damaged('its list is beyond its end');
  const list = await viewOf(zip, from, from + size);
  const entries: ZipEntry[] = [];
  for (let next = 0, number = 0; number < count; number += 1) {
    if (next + 46 > list.byteLength || list.getUint32(next, true) !== ENTRY) throw damaged('its list is cut');
    const flags = list.getUint16(next + 8, true);
    const nameLength = list.getUint16(next + 28, true);
    const nameAt = list.byteOffset + next + 46;
    if (next + 46 + nameLength > list.byteLength) throw damaged('its list is cut');
    entries.push({
      path: decodeName(new Uint8Array(list.buffer, nameAt, nameLength)),
      bytes: list.getUint32(next + 24, true),
      packedBytes: list.getUint32(next + 20, true),
      isStored: list.getUint16(next + 10, true) === 0,
      isLocked: (flags & 1) !== 0,
      at: list.getUint32(next + 42, true),
    });
    next += 46 + nameLength + list.getUint16(next + 30, true) + list.getUint16(next + 32, true);
  }
  return entries.filter(({ path }) => !path.endsWith('/'));
}

/**
 * Unpacks one file of a ZIP, and stops where it has more bytes than the ZIP states: a bomb costs no more than that.
 * @throws {ImportError} `too-large` for more than `bytesMax`, `damaged-zip`, `locked-zip`
 */
export async function unpack(zip: Blob, entry: ZipEntry, bytesMax: number): Promise<Blob> {
  const { path, bytes, packedBytes, isStored, isLocked, at } = entry;
  if (isLocked) throw new ImportError('locked-zip', `${path} has a password`);
  if (bytes > bytesMax) throw new ImportError('too-large', `Expected ${bytesMax} bytes at most, ${path} has ${bytes}`);
  const head = await viewOf(zip, at, at + 30);
  if (head.byteLength < 30 || head.getUint32(0, true) !== LOCAL) throw damaged(`${path} is not where it should be`);
  const from = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (from + packedBytes > zip.size) throw damaged(`${path} is cut`);
  const packed = zip.slice(from, from + packedBytes);
  if (isStored) {
    if (packedBytes !== bytes) throw damaged(`${path} has another size`);
    return packed;
  }
  const parts: Blob[] = [];
  let count = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      count += value.byteLength;
      if (count > bytes) throw damaged(`${path} has more bytes than it says`);
      // A browser may hold blobs outside of its memory.
      parts.push(new Blob([value]));
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof ImportError ? error : damaged(`${path} can't be unpacked`);
  }
  if (count !== bytes) throw damaged(`${path} is cut`);
  return new Blob(parts);
}

async function viewOf(zip: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await zip.slice(from, to).arrayBuffer());
}

/** Most programs write UTF-8, with or without saying so. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function damaged(how: string): ImportError {
  return new ImportError('damaged-zip', `The ZIP is damaged: ${how}`);
}
