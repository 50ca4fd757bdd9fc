import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Makes a ZIP of these files, by their paths. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Blob> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return new Blob([Uint8Array.from(await buffer(zip.outputStream as NodeJS.ReadableStream))]);
}
