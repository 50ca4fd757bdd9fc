import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fromBuffer } from 'yauzl';
import { ZipFile } from 'yazl';

/** A ZIP of these files, by their paths. @param compress whether they are deflated */
export async function zipOf(
  files: Iterable<readonly [path: string, content: string | Buffer]>,
  compress = false,
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, content] of files) zip.addBuffer(toBuffer(content), path, { compress });
  zip.end();
  return Buffer.from(await buffer(zip.outputStream as Readable));
}

/** The same as somebody chooses it, deflated. */
export async function zipBlob(files: Readonly<Record<string, string | Buffer>>): Promise<Blob> {
  return new Blob([await zipOf(Object.entries(files), true)]);
}

const toBuffer = (content: string | Buffer): Buffer => (typeof content === 'string' ? Buffer.from(content) : content);

/** The files in a ZIP archive, by their paths. Rejects for an archive that is damaged or has no end. */
export function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, zip) => {
      if (error !== null) return reject(error);
      const files = new Map<string, Buffer>();
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, (failure, stream) => {
          if (failure !== null) return reject(failure);
          const pieces: Buffer[] = [];
          stream.on('error', reject);
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('end', () => {
            files.set(entry.fileName, Buffer.concat(pieces));
            zip.readEntry();
          });
        }),
      );
      zip.readEntry();
    });
  });
}
