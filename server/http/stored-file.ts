import type { Request, Response } from 'express';
import { AppError } from '../domain/app-error.ts';
import type { StoredContent } from '../domain/media/media-links.ts';
import { sendStream } from './reply.ts';

const YEAR_S = 365 * 24 * 3600;
/** As long as a cache may go on sending what people without an account may no longer hear. */
const OPEN_S = 5 * 60;

/** Who may store a file: its reader, anybody, or anybody for a few minutes. */
type Sharing = 'private' | 'public' | 'open';

/** A range that can be requested without knowing the file's size. */
const PLAIN_RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** The requested part of a file: all, a range, or nothing, because the range is outside. */
type Asked = { readonly start: number; readonly end?: number } | 'all' | 'none';

/**
 * Sends a stored file, or the part that the request's headers ask for. Clients, and shared caches if it is `public`,
 * may store it forever: it never changes. One that is `open` they ask for again, by its tag.
 * @throws AppError `not_found` if it was deleted; the store's own error
 */
export async function sendStoredFile(response: Response, file: StoredContent, shared: Sharing): Promise<void> {
  // Must be set before sending, because it is compared with If-Range and If-None-Match.
  response.setHeader('ETag', `"${file.tag}"`);
  const kept = shared === 'open' ? `public, max-age=${OPEN_S}` : `${shared}, max-age=${YEAR_S}, immutable`;
  response.setHeader('Cache-Control', kept);
  response.setHeader('Content-Disposition', `inline; filename="${file.fileName}"`);
  response.setHeader('Accept-Ranges', 'bytes');
  response.type(file.fileName.slice(file.fileName.lastIndexOf('.')));
  try {
    await sendWhatIsAskedFor(response, file);
  } catch (error) {
    if (!response.headersSent) response.removeHeader('ETag');
    throw error;
  }
}

/** Redirects to the bucket that has a stored file, for as long as its address is valid; otherwise sends the file. */
export async function redirectToStoredFile(
  response: Response,
  file: StoredContent,
  shared: 'private' | 'open',
): Promise<void> {
  // A bucket's address is signed for GET only.
  const redirect = response.req.method === 'GET' ? file.redirect : null;
  if (redirect === null) return sendStoredFile(response, file, shared);
  const { address, goodForS } = await redirect();
  const keptS = shared === 'open' ? Math.min(OPEN_S, goodForS) : goodForS;
  response.setHeader('Cache-Control', `${shared === 'open' ? 'public' : shared}, max-age=${keptS}`);
  response.redirect(307, address);
}

async function sendWhatIsAskedFor(response: Response, file: StoredContent): Promise<void> {
  const { req: request } = response;
  if (!isMatch(request, response)) return refuse(response, 412);
  const sizeOf = async (): Promise<number> => (await file.sizeOf()) ?? gone();
  if (request.fresh) {
    // `*` names no version, so the client may not have any.
    if (request.headers['if-none-match']?.trim() === '*') await sizeOf();
    response.removeHeader('Content-Type');
    response.status(304).end();
    return;
  }
  const asked = await askedFor(request, response, sizeOf);
  if (request.method === 'HEAD') {
    const total = await sizeOf();
    if (asked === 'none' || (asked !== 'all' && asked.start >= total)) return refuse(response, 416, total);
    describe(response, asked, total).end();
    return;
  }
  const found = asked === 'none' ? null : await file.open(asked === 'all' ? undefined : asked);
  if (found === null) return refuse(response, 416, await sizeOf());
  const { stream, total } = found ?? gone();
  describe(response, asked === 'none' ? 'all' : asked, total);
  await sendStream(stream, response);
}

/** The part that a request asks for. Calls `sizeOf` only if the form of the range requires it. */
async function askedFor(request: Request, response: Response, sizeOf: () => Promise<number>): Promise<Asked> {
  const { range } = request.headers;
  if (range === undefined || !isSameFile(request, response)) return 'all';
  const [, first = '', last = ''] = PLAIN_RANGE.exec(range) ?? [];
  if (first !== '' && (last === '' || Number(first) <= Number(last))) {
    return { start: Number(first), ...(last === '' ? {} : { end: Number(last) }) };
  }
  const ranges = request.range(await sizeOf(), { combine: true });
  if (ranges === -1) return isOfLastBytes(range) ? 'all' : 'none';
  const [only, ...others] = ranges === undefined || ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  return only === undefined || others.length > 0 ? 'all' : { start: only.start, end: only.end };
}

/** Sets the status and headers for the part. */
function describe(response: Response, asked: Exclude<Asked, 'none'>, total: number): Response {
  if (asked === 'all') {
    response.setHeader('Content-Length', total);
    return response.status(200);
  }
  const end = Math.min(asked.end ?? total - 1, total - 1);
  response.setHeader('Content-Range', `bytes ${asked.start}-${end}/${total}`);
  response.setHeader('Content-Length', end - asked.start + 1);
  return response.status(206);
}

/** Whether the client's copy is of this file, so that it may request a range. */
function isSameFile(request: Request, response: Response): boolean {
  const tag = request.headers['if-range'];
  return tag === undefined || tag === response.getHeader('ETag');
}

function isMatch(request: Request, response: Response): boolean {
  const tags = request.headers['if-match'];
  if (tags === undefined || tags === '*') return true;
  const tag = String(response.getHeader('ETag'));
  return tags.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
}

function refuse(response: Response, status: 412 | 416, total?: number): void {
  if (total !== undefined) response.setHeader('Content-Range', `bytes */${total}`);
  response.removeHeader('Cache-Control');
  response.removeHeader('Content-Type');
  response.status(status).end();
}

function gone(): never {
  throw new AppError('not_found', 'This media file is gone');
}

/** Whether this is a range of a file's last bytes. One that is longer than the file means the whole file (RFC 9110). */
function isOfLastBytes(range: string | undefined): boolean {
  return /^bytes=-0*[1-9]\d*$/.test(range ?? '');
}

/** The text of a query parameter; empty if it is missing or given twice. */
export function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
