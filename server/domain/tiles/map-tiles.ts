import { createHmac, createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { serveFromDisk } from '../../store/media-files/served-file.ts';
import { type ExtractName, openExtractFiles } from '../../store/tiles/extract-files.ts';
import { openMapArchive } from '../../store/tiles/map-archive.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { deriveKey, isEqualSecret } from '../keys.ts';
import type { StoredContent } from '../media/media-links.ts';
import type { MapExtracts } from '../packs/map-extract.ts';
import { readAttribution } from './attribution.ts';
import { createMapExtracts } from './map-extracts.ts';

/** Path of map archives on the API's own origin. */
export const TILES_PATH = '/v1/tiles';

/** What the query of an extract's link says: empty texts for what is missing. */
export interface ExtractQuery {
  /** What the extract was made of. */
  readonly key: string;
  readonly signature: string;
}

/** What {@link openMapTiles} works with. */
export interface MapTilesParts {
  /** Of the archive. */
  readonly path: string;
  /** Absolute path of the folder with the extracts. */
  readonly dataDir: string;
  /** Signs which extracts there are: nobody can have others made. */
  readonly secret: string;
  readonly disk: DiskReserve;
  readonly clock: Clock;
}

/** What a link leads to. */
export type FollowedTiles = StoredContent & {
  /** It tells where somebody's places are: no shared cache may keep it. */
  readonly isExtract: boolean;
};

/** The deployment's own map. */
export interface MapTiles {
  /** Path of the whole archive. It changes with the archive. */
  readonly link: string;
  /** Who made the map, as plain text. */
  readonly attribution: string;
  readonly extracts: MapExtracts;
  /**
   * The archive or extract that a link leads to. It may be gone by now. An extract that another server made is made here first.
   *
   * @param file last part of the link's path.
   * @param owner who asks: see `ownerOf`.
   * @throws AppError `not_found`; `disk_full`; `busy`
   */
  follow(file: string, query: ExtractQuery, owner: string): Promise<FollowedTiles>;
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
export async function openMapTiles({ path, dataDir, secret, disk, clock }: MapTilesParts): Promise<MapTiles> {
  const archive = await openMapArchive(path);
  const signingKey = createSecretKey(deriveKey(secret, 'map extract'));
  const sign = ({ sha256, key }: ExtractName): string =>
    createHmac('sha256', signingKey).update(`${sha256}\n${key}`).digest('base64url');
  const linkOfExtract = (extract: ExtractName): string =>
    `${linkOfMap(extract.sha256)}?key=${extract.key}&signature=${sign(extract)}`;
  try {
    const files = await openExtractFiles(dataDir);
    const extracts = createMapExtracts(archive, files, linkOfExtract, disk, clock);
    return {
      link: linkOfMap(archive.tag),
      attribution: readAttribution(archive.metadata.attribution),
      extracts,
      follow: async (file, { key, signature }, owner) => {
        const tag = /^([0-9a-f]{64})\.pmtiles$/.exec(file)?.[1] ?? '';
        if (tag === archive.tag) return { tag, ...serveFromDisk(path), isExtract: false };
        const isOurs = isEqualSecret(signature, sign({ sha256: tag, key }));
        const extract = extracts.find(tag) ?? (isOurs ? await extracts.remake(tag, key, owner) : undefined);
        if (extract === undefined) throw new AppError('not_found', `There is no map archive ${file}`);
        return { tag, ...serveFromDisk(join(files.folder, files.pathOf(extract))), isExtract: true };
      },
      deleteUnused: extracts.deleteUnused,
      close: archive.close,
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

/** The link to an archive with this tag, which changes with its content. */
export function linkOfMap(tag: string): string {
  return `${TILES_PATH}/${tag}.pmtiles`;
}
