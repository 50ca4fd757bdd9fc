/** The formats of our pictures. */
export type PictureType = 'image/avif' | 'image/webp' | 'image/jpeg';

/** Markers of a JPEG that pictures need: tables, frames, scans, restarts. */
const JPEG_MARKERS = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd]);
const JFIF = 0xe0;
/** Length of a JFIF header without a thumbnail. */
const JFIF_BYTES = 16;
const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);
const AVIF_BOXES = new Set(['ftyp', 'meta', 'mdat']);
const AVIF_META_BOXES = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp']);

/**
 * Whether a picture's file has nothing but a picture, as the encoder writes it: no comment, profile, data of a camera or an
 * application, second picture, or bytes behind its end. Does not look into the coded pixels.
 */
export function isOnlyPicture(type: PictureType, file: Buffer): boolean {
  try {
    if (type === 'image/jpeg') return isOnlyJpeg(file);
    return type === 'image/webp' ? isOnlyWebp(file) : isOnlyAvif(file);
  } catch (error) {
    // A length beyond the file's end.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isOnlyJpeg(file: Buffer): boolean {
  let at = 2;
  for (;;) {
    if (file.readUInt8(at) !== 0xff) return false;
    const marker = file.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2 === file.length;
    const length = file.readUInt16BE(at + 2);
    if (length < 2 || !(JPEG_MARKERS.has(marker) || (marker === JFIF && length === JFIF_BYTES))) return false;
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(file, at);
  }
}

/** Returns where the marker behind a scan's data begins. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1; at = file.indexOf(0xff, at + 2)) {
    const next = file.readUInt8(at + 1);
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return file.length;
}

function isOnlyWebp(file: Buffer): boolean {
  if (file.readUInt32LE(4) + 8 !== file.length) return false;
  const names: string[] = [];
  let at = 12;
  while (at < file.length) {
    names.push(file.toString('latin1', at, at + 4));
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === file.length && isEachOnceOf(names, WEBP_CHUNKS);
}

interface Box {
  readonly name: string;
  readonly content: Buffer;
}

function isOnlyAvif(file: Buffer): boolean {
  const boxes = boxesOf(file);
  if (!isEachOnceOf(boxes.map(nameOf), AVIF_BOXES)) return false;
  const [meta, data] = ['meta', 'mdat'].map((name) => boxes.find((box) => box.name === name)?.content);
  if (meta === undefined || data === undefined) return false;
  // Behind its version and flags.
  const parts = boxesOf(meta.subarray(4));
  if (!isEachOnceOf(parts.map(nameOf), AVIF_META_BOXES)) return false;
  const [items, places] = ['iinf', 'iloc'].map((name) => parts.find((part) => part.name === name)?.content);
  if (items === undefined || places === undefined) return false;
  // One item, whose only piece, named last in the list of places, is all the data.
  return items.readUInt16BE(4) === 1 && places.readUInt32BE(places.length - 4) === data.length;
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > bytes.length) throw new RangeError('A box ends beyond its parent');
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + length) });
    at += length;
  }
  return boxes;
}

function nameOf({ name }: Box): string {
  return name;
}

function isEachOnceOf(names: readonly string[], known: ReadonlySet<string>): boolean {
  return new Set(names).size === names.length && names.every((name) => known.has(name));
}
