import { createHmac, createSecretKey } from 'node:crypto';
import { Slug } from '../../../contracts/open-parcours.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader } from '../../store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName, parseFileName, type ServedFile } from '../../store/files.ts';
import { findSlugNow } from '../../store/former-slugs.ts';
import { hasImage, imageNameOf } from '../../store/media.ts';
import { isHeardOpenly } from '../../store/open-parcours.ts';
import { isSeenOpenly, maySeeInSession } from '../../store/picture-access.ts';
import { mayHearInSession } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import { isOpenReader, type OpenReader, type SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { deriveKey, isEqualSecret } from '../keys.ts';

/** Path of media on the API's own origin. */
export const MEDIA_PATH = '/v1/media';

/** A link is valid for at least this long after it was signed: the duration of a walk. */
const LIFETIME_MIN_S = 2 * 3600;
/**
 * Expiry times are multiples of this, so that a file has the same link for hours and browsers find it in their cache.
 */
const EXPIRY_STEP_S = 6 * 3600;

/** A stored file to send, which may have been deleted meanwhile. `tag` is for the ETag header. */
export type StoredContent = ServedFile & { readonly tag: string };

/** The query of a link; missing values are empty texts. */
export interface LinkQuery {
  /** Slug of an open parcours, instead of the others. */
  readonly open?: string;
  /** Seconds since 1970. */
  readonly expires: string;
  /** Id of the session that the link was made for. */
  readonly session: string;
  readonly signature: string;
}

/**
 * Returns the path and query of a link to this file, for one session or, without an expiry, for an open parcours. The path
 * alone identifies the content and never changes; the query stays the same for hours.
 */
export type SignLink = (name: MediaName) => string;

/** Whom a link is for. */
type LinkOwner = Pick<SessionCaller, 'sessionId'> | OpenReader;

/** Signs and checks the links to media. */
export interface MediaLinks {
  /** Returns a function that makes links for this caller. */
  signFor(caller: LinkOwner): SignLink;
  /** The query of these links, including its `?`: all links of a session or an open parcours have the same one for hours. */
  queryFor(caller: LinkOwner): string;
  /**
   * Returns the file that a valid link leads to, which may have been deleted meanwhile. A link ends before its expiry
   * with the session that it was made for, and when the account of that session may no longer hear the file. One for an
   * open parcours ends when people without an account no longer hear the file there.
   * @param file last part of the link's path.
   * @throws AppError `link_expired`; `not_found` if `file` is not the name of a media file.
   */
  follow(file: string, query: LinkQuery): Promise<StoredContent>;
}

/** The path of a link to this file, without the query. */
export function pathOfLink(name: MediaName): string {
  return `${MEDIA_PATH}/${fileNameOf(name)}`;
}

/**
 * Creates links signed with a key derived from the secret (HMAC-SHA256 over the session and the expiry). The file is
 * not signed: whether the session's account may hear it is looked up whenever a link is followed.
 */
export function createMediaLinks(secret: string, files: MediaFiles, reader: Reader, clock: Clock): MediaLinks {
  const key = createSecretKey(deriveKey(secret, 'media link'));
  const signatureOf = (session: string, expires: string) =>
    createHmac('sha256', key).update(`${session}\n${expires}`).digest('base64url');
  const queryFor: MediaLinks['queryFor'] = (caller) => {
    if (isOpenReader(caller)) return `?open=${caller.open}`;
    const { sessionId } = caller;
    const expires = String(Math.ceil((clock() / 1000 + LIFETIME_MIN_S) / EXPIRY_STEP_S) * EXPIRY_STEP_S);
    return `?expires=${expires}&session=${sessionId}&signature=${signatureOf(sessionId, expires)}`;
  };
  return {
    queryFor,
    signFor: (caller) => {
      const query = queryFor(caller);
      return (name) => pathOfLink(name) + query;
    },
    follow: async (file, { open = '', expires, session, signature }) => {
      const name = parseFileName(file);
      if (name === undefined) throw new AppError('not_found', `There is no media file ${file}`);
      if (open !== '') {
        const slug = Slug.safeParse(open);
        const isShownOn = (open: Slug): Promise<boolean> =>
          isPicture(file) ? isSeenOpenly(reader, open, name) : isHeardOpenly(reader, open, name.sha256);
        let isShown = slug.success && (await isShownOn(slug.data));
        if (slug.success && !isShown) {
          // Pages that were open before the slug changed go on.
          const now = await findSlugNow(reader, slug.data);
          isShown = now !== undefined && (await isShownOn(now));
        }
        if (!isShown)
          throw new AppError('link_expired', 'Nobody hears or sees this without an account, or not any more');
        return { tag: name.sha256, ...files.locate(name) };
      }
      const isGenuine = isEqualSecret(signature, signatureOf(session, expires));
      if (!isGenuine) throw new AppError('link_expired', 'This link was not signed by this server');
      if (Number(expires) <= clock() / 1000) throw new AppError('link_expired', 'This link has expired');
      const now = stamp(clock);
      const isAllowed = isPicture(file)
        ? await maySeeInSession(reader, session, name, now)
        : await mayHearInSession(reader, session, name.sha256, now);
      if (!isAllowed) {
        throw new AppError(
          'link_expired',
          'Whoever this link was made for has logged out, or may not hear or see this any more',
        );
      }
      return { tag: name.sha256, ...files.locate(name) };
    },
  };
}

/** Path of images on the API's own origin. They are unsigned: the hash in a file name cannot be guessed. */
export const IMAGE_PATH = '/v1/image';

const ADDRESS = new RegExp(`^${IMAGE_PATH}/([0-9a-f]{64})\\.webp$`);

/** Returns the path of the image with this content. */
export function imageAddress(sha256: string): string {
  return `${IMAGE_PATH}/${sha256}.webp`;
}

/** Returns the name of the image with this address; undefined if it is not the address of an image. */
export function imageNameAt(address: string): MediaName | undefined {
  const [, sha256] = ADDRESS.exec(address) ?? [];
  return sha256 === undefined ? undefined : imageNameOf(sha256);
}

/** Whether `address` is that of an image uploaded for this parcours. */
export async function isImageOf(reader: Reader, parcoursId: ParcoursId, address: string): Promise<boolean> {
  const name = imageNameAt(address);
  return name !== undefined && hasImage(reader, name.sha256, parcoursId);
}

/** Whether a media file with this name is one of a place's pictures, and no sound. */
export function isPicture(fileName: string): boolean {
  return /\.(avif|webp|jpg)$/.test(fileName);
}

/**
 * Returns the image with this file name. @throws AppError `not_found` if there is none: pictures of places are for those who
 * may see the place, behind links of {@link MediaLinks}.
 */
export async function findImage(files: MediaFiles, reader: Reader, file: string): Promise<StoredContent> {
  const name = file.endsWith('.webp') ? parseFileName(file) : undefined;
  if (name === undefined || !(await hasImage(reader, name.sha256)))
    throw new AppError('not_found', `There is no image ${file}`);
  return { tag: name.sha256, ...files.locate(name) };
}
