import { type Header, zxyToTileId } from 'pmtiles';
import { sha256Of } from '../keys.ts';

const HEADER_BYTES = 127;
/** The specification requires header and root directory in the first 16 KiB, so that one request reads both. */
const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 2048;
const UNCOMPRESSED = 1;

/** A tile of an archive to write. */
export interface ArchiveTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  /** Written without a change. */
  readonly bytes: Uint8Array;
}

/** The description of an archive's tiles: angles in degrees, and the compression and type of their bytes. */
type ArchiveFacts = Pick<
  Header,
  'minLon' | 'minLat' | 'maxLon' | 'maxLat' | 'centerLon' | 'centerLat' | 'centerZoom' | 'tileCompression' | 'tileType'
>;

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** Number of consecutive tiles with these bytes; 0 for a leaf directory. */
  readonly run: number;
}

/**
 * Writes a PMTiles archive (version 3, clustered). Tiles with the same bytes are stored once. The same input gives the
 * same bytes, so directories and metadata are not compressed: a compressor's output depends on its version.
 * @param tiles at least one, in any order
 */
export function writeArchive(
  tiles: readonly ArchiveTile[],
  facts: ArchiveFacts,
  metadata: object,
): Uint8Array<ArrayBuffer> {
  // Written here since s2-pmtiles would compress the tiles again, and writes no bounds.
  const { entries, contents } = placeTiles(tiles);
  const { root, leaves } = writeDirectories(entries);
  const about = Buffer.from(JSON.stringify(metadata));
  const zooms = tiles.map((tile) => tile.zoom);
  const sections = [[root], [about], [leaves], contents];
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let at = HEADER_BYTES;
  for (const [index, section] of sections.entries()) {
    const length = section.reduce((sum, part) => sum + part.length, 0);
    header.writeBigUInt64LE(BigInt(at), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    at += length;
  }
  const counts = [tiles.length, entries.length, contents.length];
  for (const [index, count] of counts.entries()) header.writeBigUInt64LE(BigInt(count), 72 + index * 8);
  const clustered = 1;
  const kinds = [
    clustered,
    UNCOMPRESSED,
    facts.tileCompression,
    facts.tileType,
    Math.min(...zooms),
    Math.max(...zooms),
  ];
  for (const [index, kind] of kinds.entries()) header.writeUInt8(kind, 96 + index);
  const corners = [facts.minLon, facts.minLat, facts.maxLon, facts.maxLat];
  for (const [index, angle] of corners.entries()) writeAngle(header, angle, 102 + index * 4);
  header.writeUInt8(facts.centerZoom, 118);
  writeAngle(header, facts.centerLon, 119);
  writeAngle(header, facts.centerLat, 123);
  return Buffer.concat([header, ...sections.flat()]);
}

/** Orders tiles by their number on the Hilbert curve, as readers expect, and assigns an offset to each content. */
function placeTiles(tiles: readonly ArchiveTile[]): { entries: Entry[]; contents: Uint8Array[] } {
  const numbered = tiles.map(({ zoom, x, y, bytes }) => ({ id: zxyToTileId(zoom, x, y), bytes }));
  numbered.sort((one, other) => one.id - other.id);
  const entries: Entry[] = [];
  const contents: Uint8Array[] = [];
  const offsets = new Map<string, number>();
  let end = 0;
  for (const { id, bytes } of numbered) {
    const hash = sha256Of(bytes);
    let offset = offsets.get(hash);
    if (offset === undefined) {
      offset = end;
      offsets.set(hash, offset);
      contents.push(bytes);
      end += bytes.length;
    }
    const last = entries.at(-1);
    if (last !== undefined && last.offset === offset && last.id + last.run === id) {
      entries[entries.length - 1] = { ...last, run: last.run + 1 };
    } else entries.push({ id, offset, length: bytes.length, run: 1 });
  }
  return { entries, contents };
}

function writeDirectories(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const only = writeDirectory(entries);
  if (only.length <= ROOT_BYTES_MAX) return { root: only, leaves: new Uint8Array() };
  const leaves: Uint8Array[] = [];
  const pointers: Entry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += LEAF_ENTRIES) {
    const leaf = writeDirectory(entries.slice(first, first + LEAF_ENTRIES));
    pointers.push({ id: entries[first]?.id ?? 0, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: writeDirectory(pointers), leaves: Buffer.concat(leaves) };
}

function writeDirectory(entries: readonly Entry[]): Uint8Array {
  const numbers = [entries.length];
  for (const [index, { id }] of entries.entries()) numbers.push(id - (entries[index - 1]?.id ?? 0));
  for (const { run } of entries) numbers.push(run);
  for (const { length } of entries) numbers.push(length);
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1];
    // 0 means that the content follows the previous one.
    numbers.push(before !== undefined && before.offset + before.length === offset ? 0 : offset + 1);
  }
  return Buffer.from(numbers.flatMap(toVarint));
}

function toVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  // Not by shifts, which are limited to 32 bits.
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function writeAngle(header: Buffer, degrees: number, at: number): void {
  header.writeInt32LE(Math.round(degrees * 1e7), at);
}
