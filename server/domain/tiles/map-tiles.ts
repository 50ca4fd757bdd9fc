import { createHmac, createSecretKey } from 'node:crypto';
import { join } from 'node:path';
import { serveFromDisk } from '../../store/media-folder.ts';
import { type ExtractName, openExtractFiles, openMapArchive } from '../../store/tiles.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { deriveKey, isEqualSecret } from '../keys.ts';
import type { StoredContent } from '../media/media-links.ts';
import type { MapExtracts } from '../packs/packs.ts';
import { createMapExtracts } from './map-extracts.ts';

/** Path of map archives on the API's own origin. */
export const TILES_PATH = '/v1/tiles';

/** The query of an extract's link; missing values are empty texts. */
interface ExtractQuery {
  /** The key of the extract's content. */
  readonly key: string;
  readonly signature: string;
}

interface MapTilesParts {
  /** Path of the archive. */
  readonly path: string;
  /** Absolute path of the folder with the extracts. */
  readonly dataDir: string;
  /** Signs the keys of extracts, so that nobody can request others. */
  readonly secret: string;
  readonly disk: DiskReserve;
  readonly clock: Clock;
}

/** The target of a link. */
type FollowedTiles = StoredContent & {
  /** An extract reveals where a person's places are: no shared cache may store it. */
  readonly isExtract: boolean;
};

/** The deployment's own map. */
export interface MapTiles {
  /** Path of the whole archive. It changes with the archive. */
  readonly link: string;
  /** The map's authors, as plain text. */
  readonly attribution: string;
  readonly extracts: MapExtracts;
  /**
   * Returns the archive or extract at a link, which may be deleted meanwhile; makes another server's extract first.
   * @param file last part of the link's path.
   * @param owner the requester: see `ownerOf`.
   * @throws AppError `not_found`; `disk_full`; `busy`
   */
  follow(file: string, query: ExtractQuery, owner: string): Promise<FollowedTiles>;
  /** Deletes extracts that nobody needs any more. */
  deleteUnused(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the archive at `path` and the extracts below `dataDir`. The caller closes it. @throws MapArchiveError */
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

/** Returns the link to an archive with this tag, which changes with its content. */
export function linkOfMap(tag: string): string {
  return `${TILES_PATH}/${tag}.pmtiles`;
}

/** Shown for an archive without an attribution, because nearly all maps come from there. */
const DEFAULT_ATTRIBUTION = '© OpenStreetMap';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', copy: '©', gt: '>', lt: '<', nbsp: '\u00a0', quot: '"' };

/** Returns the text of an archive's attribution, which is HTML by custom. */
export function readAttribution(html: unknown): string {
  if (typeof html !== 'string') return DEFAULT_ATTRIBUTION;
  const text = html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(x[\da-f]+|\d+)|(\w{2,6}));/gi, (entity, code?: string, name?: string) =>
      code === undefined ? (ENTITIES[name ?? ''] ?? entity) : (characterOf(code) ?? entity),
    )
    .replace(/[\t\n\r ]+/g, ' ')
    .trim();
  return text === '' ? DEFAULT_ATTRIBUTION : text;
}

/** Returns the character with this number, decimal or hexadecimal after an `x`; undefined if Unicode has none. */
function characterOf(code: string): string | undefined {
  const number = Number(code.replace(/^x/i, '0x'));
  return number <= 0x10_ff_ff ? String.fromCodePoint(number) : undefined;
}
