import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileNameOf, type MediaFiles, type MediaName, parseFileName } from '../../store/files.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../keys.ts';

/** Path of media on the API's own origin. */
export const MEDIA_PATH = '/v1/media';

/** A link is valid for at least this long after it was signed: the walk of one parcours. */
const LIFETIME_MIN_S = 2 * 3600;
/**
 * Expiry times are multiples of this, so that a file has the same link for hours and browsers find it in their cache.
 */
const EXPIRY_STEP_S = 6 * 3600;

/** A stored file to send. It may be gone by now. */
export interface StoredContent {
  /** For the ETag header. */
  readonly tag: string;
  /** Absolute path of the folder that holds the media. */
  readonly root: string;
  /** Path of the file below `root`. */
  readonly path: string;
}

/** Size of the cache of links: some 300 bytes each. */
const LINKS_CACHED_MAX = 30_000;

/** Signs and checks the expiring links to media. */
export interface MediaLinks {
  /** Path and query of a link to this file; the path alone identifies the content and never changes. */
  sign(name: MediaName): string;
  /**
   * The file that a valid link leads to. It may be gone by now.
   *
   * @param file last part of the link's path.
   * @throws AppError `link_expired`; `not_found` if `file` is not the name of a media file.
   */
  follow(file: string, expires: string, signature: string): StoredContent;
}

/** Links signed with a key derived from the secret (HMAC-SHA256 over the file's name and the expiry). */
export function createMediaLinks(secret: string, files: MediaFiles, clock: Clock): MediaLinks {
  const key = deriveKey(secret, 'media link');
  const signatureOf = (file: string, expires: string) =>
    createHmac('sha256', key).update(`${file}\n${expires}`).digest('base64url');
  // A listing signs up to three links per place, and they stay the same for hours.
  let cache = { expires: '', links: new Map<string, string>() };
  return {
    sign: (name) => {
      const file = fileNameOf(name);
      const expires = String(Math.ceil((clock() / 1000 + LIFETIME_MIN_S) / EXPIRY_STEP_S) * EXPIRY_STEP_S);
      if (cache.expires !== expires || cache.links.size >= LINKS_CACHED_MAX) cache = { expires, links: new Map() };
      const cached = cache.links.get(file);
      if (cached !== undefined) return cached;
      const link = `${MEDIA_PATH}/${file}?expires=${expires}&signature=${signatureOf(file, expires)}`;
      cache.links.set(file, link);
      return link;
    },
    follow: (file, expires, signature) => {
      const name = parseFileName(file);
      if (name === undefined) throw new AppError('not_found', `There is no media file ${file}`);
      const expected = Buffer.from(signatureOf(file, expires));
      const got = Buffer.from(signature);
      const isGenuine = expected.length === got.length && timingSafeEqual(expected, got);
      if (!isGenuine) throw new AppError('link_expired', 'This link was not signed by this server');
      if (Number(expires) <= clock() / 1000) throw new AppError('link_expired', 'This link has expired');
      return { tag: name.sha256, root: files.mediaDir, path: files.pathOf(name) };
    },
  };
}
