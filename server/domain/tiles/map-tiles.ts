import { basename, dirname } from 'node:path';
import { openExtractFiles } from '../../store/tiles/extract-files.ts';
import { openMapArchive } from '../../store/tiles/map-archive.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import type { StoredContent } from '../media/media-links.ts';
import type { MapExtracts } from '../packs/map-extract.ts';
import { readAttribution } from './attribution.ts';
import { createMapExtracts } from './map-extracts.ts';

/** Path of map archives on the API's own origin. */
export const TILES_PATH = '/v1/tiles';

/** The deployment's own map. */
export interface MapTiles {
  /** Path of the whole archive. It changes with the archive. */
  readonly link: string;
  /** Who made the map, as plain text. */
  readonly attribution: string;
  readonly extracts: MapExtracts;
  /**
   * The archive or extract that a link leads to. It may be gone by now.
   *
   * @param file last part of the link's path.
   * @throws AppError `not_found`
   */
  follow(file: string): StoredContent;
  /** Deletes extracts that nobody needs any more. */
  deleteUnused(): Promise<void>;
  /** Closes the archive. */
  close(): Promise<void>;
}

/**
 * Opens the archive at `path` and the extracts below `dataDir`. The caller closes it.
 *
 * @throws MapArchiveError
 */
export async function openMapTiles(path: string, dataDir: string, disk: DiskReserve, clock: Clock): Promise<MapTiles> {
  const archive = await openMapArchive(path);
  try {
    const files = await openExtractFiles(dataDir);
    const extracts = createMapExtracts(archive, files, linkOf, disk, clock);
    return {
      link: linkOf(archive.tag),
      attribution: readAttribution(archive.metadata.attribution),
      extracts,
      follow: (file) => {
        const tag = /^([0-9a-f]{64})\.pmtiles$/.exec(file)?.[1] ?? '';
        if (tag === archive.tag) return { tag, root: dirname(path), path: basename(path) };
        const extract = extracts.find(tag);
        if (extract === undefined) throw new AppError('not_found', `There is no map archive ${file}`);
        return { tag, root: files.folder, path: files.pathOf(extract) };
      },
      deleteUnused: extracts.deleteUnused,
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

function linkOf(tag: string): string {
  return `${TILES_PATH}/${tag}.pmtiles`;
}
