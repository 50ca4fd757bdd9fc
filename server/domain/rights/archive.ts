import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { AccountRow } from '../../store/accounts.ts';
import type { MediaName, StoredMedia } from '../../store/files.ts';
import type { OwnRows } from '../../store/rights.ts';
import { nextTurn, SLICE_CHARS } from '../turns.ts';
import { exportData } from './export-data.ts';
import { type ExportedFile, pictureOf, soundOf } from './export-files.ts';
import { exportWords } from './export-words.ts';

/** An archive that is made while it is read. */
export interface Archive {
  readonly fileName: string;
  readonly content: Readable;
}

/** A file that existed when the archive was begun. */
interface PresentFile extends ExportedFile {
  readonly size: number;
}

/**
 * Makes the archive of an account. Files are read from the disk one after the other, as fast as the archive is read;
 * missing files are left out.
 *
 * @param at the current time, ISO 8601 in UTC.
 */
export async function makeArchive(
  files: StoredMedia,
  account: AccountRow,
  rows: OwnRows,
  at: string,
): Promise<Archive> {
  async function present(wanted: readonly ExportedFile[]): Promise<PresentFile[]> {
    const found = new Map<string, PresentFile>();
    for (const file of wanted) {
      const size = await files.sizeOf(file.name);
      if (size !== undefined) found.set(file.path, { ...file, size });
    }
    return [...found.values()];
  }

  const own = await present(rows.drops.flatMap((drop) => soundOf(drop) ?? []));
  const elsewhere = await present(rows.soundsElsewhere.flatMap((drop) => soundOf(drop) ?? []));
  const sounds = [...own, ...elsewhere];
  const pictures = await present(rows.images.map(pictureOf));
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  // The file was deleted meanwhile: an archive without its end tells the browser that the download failed.
  zip.on('error', (error: Error) => content.destroy(error));
  let reading: Readable | undefined;
  // An aborted download must leave no open file, and no connection to a bucket.
  content.once('close', () => reading?.destroy());
  const addText = (path: string, text: string): void => zip.addBuffer(Buffer.from(text), path);
  const counts = { drops: rows.drops.length, sounds: own.length, soundsElsewhere: elsewhere.length };
  addText(exportWords.readMe, exportWords.text(account.name, at, counts));
  zip.addBuffer(await printIndented(exportData(account, rows, at)), exportWords.data);
  // Compression would hardly make sounds and pictures smaller, and would keep the processor busy.
  for (const { name, path, size } of [...pictures, ...sounds]) {
    zip.addReadStreamLazy(path, { compress: false, size }, (give) => {
      const fail = (error: unknown): unknown => zip.emit('error', error);
      openPresent(files, name).then((stream) => {
        reading = stream;
        if (content.destroyed) stream.destroy();
        give(null, stream.once('error', fail));
      }, fail);
    });
  }
  zip.end();
  return { fileName: exportWords.archive(at.slice(0, 10)), content };
}

/** Serializes as `JSON.stringify` does with two spaces, lists element by element, so that other calls don't wait. */
export async function printIndented(value: object): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const add = async (more: string): Promise<void> => {
    text += more;
    if (text.length < SLICE_CHARS) return;
    pieces.push(Buffer.from(text));
    text = '';
    await nextTurn();
  };
  const indented = (field: unknown, by: string): string => JSON.stringify(field, null, 2).replaceAll('\n', `\n${by}`);
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    await add(`${before}\n  ${JSON.stringify(key)}: `);
    before = ',';
    if (!Array.isArray(field) || field.length === 0) {
      await add(indented(field, '  '));
      continue;
    }
    for (const [index, element] of field.entries()) {
      await add(`${index === 0 ? '[' : ','}\n    ${indented(element, '    ')}`);
    }
    await add('\n  ]');
  }
  pieces.push(Buffer.from(before === '{' ? '{}\n' : `${text}\n}\n`));
  return Buffer.concat(pieces);
}

async function openPresent(files: StoredMedia, name: MediaName): Promise<Readable> {
  const content = await files.open(name);
  if (content === undefined) throw new Error(`${files.addressOf(name)} was deleted meanwhile`);
  return content;
}
