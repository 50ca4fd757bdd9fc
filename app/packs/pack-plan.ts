import type { Pack, PackFile } from '../../contracts/pack.ts';

/** The stored and the missing files of a pack. */
export interface PackPlan {
  /** In the manifest's order, each content once. */
  readonly missing: readonly PackFile[];
  readonly bytes: number;
  readonly files: number;
  readonly bytesHere: number;
  readonly filesHere: number;
}

/**
 * Plans the download of a pack.
 *
 * @param here SHA-256 and bytes of the files on the device.
 */
export function planPack({ files }: Pick<Pack, 'files'>, here: ReadonlyMap<string, number>): PackPlan {
  const once = [...new Map(files.map((file) => [file.sha256, file])).values()];
  const missing = once.filter(({ sha256, bytes }) => here.get(sha256) !== bytes);
  const bytes = sumBytes(once);
  return {
    missing,
    ...{ bytes, files: once.length },
    ...{ bytesHere: bytes - sumBytes(missing), filesHere: once.length - missing.length },
  };
}

function sumBytes(files: readonly PackFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
