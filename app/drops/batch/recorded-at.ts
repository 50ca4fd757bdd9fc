/** When a sound began, and who says so: the file's content, its name, or the device that stored it last. */
export interface RecordedAt {
  readonly startMs: number;
  readonly by: 'content' | 'name' | 'device';
}

/** Finds out when a file of `durationS` was recorded. Never rejects. */
export async function readRecordedAt(file: File, durationS: number): Promise<RecordedAt> {
  const content = (await readMp4(file, durationS).catch(() => null)) ?? (await readWav(file).catch(() => null));
  if (content !== null && content >= BELIEVED_FROM_MS) return { startMs: content, by: 'content' };
  const named = readName(file.name);
  if (named !== null) return { startMs: named, by: 'name' };
  // A recorder writes the last byte at the end.
  return { startMs: file.lastModified - durationS * 1000, by: 'device' };
}

/** Earlier times are those of devices without a clock, which begin at 1904, 1970 or 1980. */
const BELIEVED_FROM_MS = Date.UTC(2000, 0);
/** From 1904, where the times of MP4 begin, to 1970. */
const MP4_OFFSET_S = 2_082_844_800;
/** A file has a handful; a damaged one could have millions. */
const PARTS_MAX = 200;

async function readMp4(file: Blob, durationS: number): Promise<number | null> {
  let isApple = false;
  let at = 0;
  for (let count = 0; count < PARTS_MAX && at + 16 <= file.size; count += 1) {
    const head = await readPart(file, at, 16);
    const type = textAt(head, 4, 4);
    if (count === 0 && type !== 'ftyp') return null;
    if (count === 0) isApple = ['M4A ', 'qt  '].includes(textAt(head, 8, 4));
    if (type === 'moov') {
      const movie = await readPart(file, at + 8, 28);
      if (textAt(movie, 4, 4) !== 'mvhd') return null;
      const seconds = movie.getUint8(8) === 1 ? Number(movie.getBigUint64(12)) : movie.getUint32(12);
      // Apple's recorders note the beginning, Android's the end.
      return (seconds - MP4_OFFSET_S - (isApple ? 0 : durationS)) * 1000;
    }
    const size = head.getUint32(0);
    const length = size === 1 ? Number(head.getBigUint64(8)) : size;
    if (length < 8) return null;
    at += length;
  }
  return null;
}

/** Field recorders write a 'bext' chunk (EBU Tech 3285): the beginning, by their own clock, without a time zone. */
async function readWav(file: Blob): Promise<number | null> {
  const head = await readPart(file, 0, 12);
  if (!['RIFF', 'RF64'].includes(textAt(head, 0, 4)) || textAt(head, 8, 4) !== 'WAVE') return null;
  let at = 12;
  for (let count = 0; count < PARTS_MAX && at + 8 <= file.size; count += 1) {
    const chunk = await readPart(file, at, 8);
    if (textAt(chunk, 0, 4) === 'bext') return readName(textAt(await readPart(file, at + 8 + 320, 18), 0, 18));
    const size = chunk.getUint32(4, true);
    at += 8 + size + (size % 2);
  }
  return null;
}

/** Reads a local date and time of day in a name, such as 'REC_20240512_143205' or '2024-05-12 14.32.05'. */
function readName(name: string): number | null {
  const found = /(?<!\d)(20\d\d)[-_.:]?(\d\d)[-_.:]?(\d\d)(?:\D{0,4})(\d\d)[-_.:h]?(\d\d)[-_.:m]?(\d\d)(?!\d)/.exec(
    name,
  );
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
  return isReal ? new Date(year, month - 1, day, hour, minute, second).getTime() : null;
}

async function readPart(file: Blob, at: number, bytes: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + bytes).arrayBuffer());
}

function textAt(view: DataView, at: number, length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));
}
