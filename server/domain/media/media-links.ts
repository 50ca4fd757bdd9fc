import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MediaFiles, MediaName } from '../../store/files.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { deriveKey } from '../keys.ts';

/** Where media are served, on the API's own origin. */
export const MEDIA_PATH = '/v1/media';

/** Least time for which a link is good after it was handed out: the walk of one parcours. */
const LIFETIME_MIN_S = 2 * 3600;
/**
 * Links expire at multiples of this since 1970 only, so that the same content has the same link for hours and browsers
 * find what they hold already.
 */
const EXPIRY_STEP_S = 6 * 3600;

/** A stored file that may be sent. It may be gone by now. */
export interface StoredContent {
  /** Tells this content from any other at the same address. */
  readonly tag: string;
  /** Absolute path of the folder that holds the media. */
  readonly root: string;
  /** Path of the file below `root`. */
  readonly path: string;
}

/** Most links kept at a time: some 300 bytes each. */
const LINKS_KEPT_MAX = 20_000;

/** A file's name in a link: the SHA-256 of its content and its extension. */
const FILE_NAME = /^([0-9a-f]{64})\.([a-z0-9]{1,5})$/;

/** Makes and checks the expiring links that media are reached through. */
export interface MediaLinks {
  /** Path and query of a link to this content; the path alone names the content, and is always the same. */
  sign(name: MediaName): string;
  /**
   * What a link leads to, where it was made here and has not expired. The file itself may be gone by now.
   *
   * @param file Last part of the link's path.
   * @throws AppError `link_expired`, or `not_found` for what is no media file's name.
   */
  follow(file: string, expires: string, signature: string): StoredContent;
}

/** Links signed with a key derived from the secret (HMAC-SHA256 over the file's name and the expiry). */
export function createMediaLinks(secret: string, files: MediaFiles, clock: Clock): MediaLinks {
  const key = deriveKey(secret, 'media link');
  const signatureOf = (file: string, expires: string) =>
    createHmac('sha256', key).update(`${file}\n${expires}`).digest('base64url');
  // A listing signs two links a place, and for hours they are the same.
  let kept = { expires: '', links: new Map<string, string>() };
  return {
    sign: ({ sha256, extension }) => {
      const file = `${sha256}.${extension}`;
      const expires = String(Math.ceil((clock() / 1000 + LIFETIME_MIN_S) / EXPIRY_STEP_S) * EXPIRY_STEP_S);
      if (kept.expires !== expires || kept.links.size >= LINKS_KEPT_MAX) kept = { expires, links: new Map() };
      const known = kept.links.get(file);
      if (known !== undefined) return known;
      const link = `${MEDIA_PATH}/${file}?expires=${expires}&signature=${signatureOf(file, expires)}`;
      kept.links.set(file, link);
      return link;
    },
    follow: (file, expires, signature) => {
      const [, sha256, extension] = FILE_NAME.exec(file) ?? [];
      if (sha256 === undefined || extension === undefined) {
        throw new AppError('not_found', `There is no media file ${file}`);
      }
      const expected = Buffer.from(signatureOf(file, expires));
      const got = Buffer.from(signature);
      const genuine = expected.length === got.length && timingSafeEqual(expected, got);
      if (!genuine) throw new AppError('link_expired', 'This link was not made by this server');
      if (Number(expires) <= clock() / 1000) throw new AppError('link_expired', 'This link has expired');
      return { tag: sha256, root: files.mediaDir, path: files.pathOf({ sha256, extension }) };
    },
  };
}
