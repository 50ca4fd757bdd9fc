import { fromBuffer } from 'yauzl';

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
