import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { createByteCache } from '../domain/byte-cache.ts';

/** Compressed pages in memory. */
const CACHED_BYTES_MAX = 8 * 2 ** 20;
/** About what compression leaves of a page. */
const COMPRESSED_PART = 1 / 4;
/** Takes half the time of the best quality, for 2 % more bytes. */
const BROTLI_QUALITY = 6;

type Encoding = 'br' | 'gzip';
const COMPRESS: Readonly<Record<Encoding, (text: string) => Promise<Buffer>>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => promisify(gzip)(text),
};

/** A text that is sent to many. */
export interface Page {
  readonly text: string;
  /** Identifies its content, for the ETag header. */
  readonly tag: string;
}

/** Returns a text with its tag. */
export function toPage(text: string): Page {
  return { text, tag: createHash('sha256').update(text).digest('base64url').slice(0, 27) };
}

/** Sends a page, compressed where the client accepts that, with its ETag; the other headers are set before. */
export type SendPage = (request: Request, response: Response, page: Page) => Promise<void>;

/** Creates a sender that compresses each page once while it is requested often. */
export function createSendPage(): SendPage {
  const compressed = createByteCache<Promise<Buffer>>(CACHED_BYTES_MAX);
  const compress = ({ text, tag }: Page, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${tag}`;
    const known = compressed.get(key);
    if (known !== undefined) return known;
    const made = COMPRESS[encoding](text);
    compressed.set(key, made, text.length * COMPRESSED_PART);
    return made;
  };
  return async (request, response, page) => {
    response.set('ETag', `W/"${page.tag}"`).vary('Accept-Encoding');
    const encoding = (['br', 'gzip'] as const).find((one) => request.acceptsEncodings(one) !== false);
    if (encoding === undefined) {
      response.send(page.text);
      return;
    }
    const body = await compress(page, encoding);
    response.set('Content-Encoding', encoding).send(body);
  };
}
