import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { AccountRow } from '../../store/accounts.ts';
import type { StoredMedia } from '../../store/files.ts';
import type { OwnRows } from '../../store/rights/own-rows.ts';
import { exportData } from './export-data.ts';
import { type ExportedFile, pictureOf, soundOf } from './export-files.ts';
import { exportWords } from './export-words.ts';

/** An archive that is being made while it is read. */
export interface Archive {
  readonly fileName: string;
  readonly content: Readable;
}

/**
 * Makes the archive of an account. Files are read from the disk one after the other, as fast as the archive is read; those
 * that are missing are left out.
 *
 * @param at the current time, ISO 8601 in UTC.
 */
export async function makeArchive(
  files: StoredMedia,
  account: AccountRow,
  rows: OwnRows,
  at: string,
): Promise<Archive> {
  const pathOf = ({ name }: ExportedFile): string => join(files.mediaDir, files.pathOf(name));

  async function present(wanted: readonly ExportedFile[]): Promise<ExportedFile[]> {
    const found = new Map<string, ExportedFile>();
    for (const file of wanted) {
      const isThere = await access(pathOf(file)).then(
        () => true,
        () => false,
      );
      if (isThere) found.set(file.path, file);
    }
    return [...found.values()];
  }

  const sounds = await present([...rows.drops, ...rows.soundsElsewhere].flatMap((drop) => soundOf(drop) ?? []));
  const pictures = await present(rows.images.map(pictureOf));
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  // Deleted just then: an archive without its end tells the browser that the download failed.
  zip.on('error', (error: Error) => content.destroy(error));
  const addText = (path: string, text: string): void => zip.addBuffer(Buffer.from(text), path);
  const counts = { drops: rows.drops.length, sounds: sounds.length };
  addText(exportWords.readMe, exportWords.text(account.name, at, counts));
  addText(exportWords.data, `${JSON.stringify(exportData(account, rows, at), null, 2)}\n`);
  // Sound and pictures hardly get smaller; packing them would keep the processor busy.
  for (const file of [...pictures, ...sounds]) zip.addFile(pathOf(file), file.path, { compress: false });
  zip.end();
  return { fileName: exportWords.archive(at.slice(0, 10)), content };
}
