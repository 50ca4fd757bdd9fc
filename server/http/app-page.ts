import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';
import { type PageHead, plainPath, type ReadPageHead } from './app-page-head.ts';
import { escapeHtml } from './openapi/html.ts';

/** The placeholder of the head in the built page. */
const HEAD = /<!-- head -->[\s\S]*?<!-- \/head -->/;

/**
 * The part of the built invitation page that preloads what a guest sees next: others log in first, or have it already.
 */
const NEXT = /<!-- next -->[\s\S]*?<!-- \/next -->/;

/** Screens whose first paint `npm run build` has put into a page of its own. */
const OWN_PAGES: ReadonlyMap<string, string> = new Map([
  ['/login', 'pages/login.html'],
  ['/invite', 'pages/invite.html'],
]);

/** The page of an invitation whose parcours is known, with placeholders for its texts. */
const INVITED_PAGE = 'pages/invited.html';

/** Compressed pages in memory, some 8 kB each. */
const PAGES_CACHED_MAX = 200;
/** Takes half the time of the best quality, for 2 % more bytes. */
const BROTLI_QUALITY = 6;

type Encoding = 'br' | 'gzip';
const COMPRESS: Readonly<Record<Encoding, (page: string) => Promise<Buffer>>> = {
  br: (page) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (page) => promisify(gzip)(page),
};

/**
 * The sources of the inline scripts in the built app's page, as hashes for a content security policy. All pages have
 * the same scripts.
 */
export function inlineScriptSources(appDir: string): string[] {
  const page = join(appDir, 'index.html');
  if (!existsSync(page)) return [];
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g);
  return Array.from(scripts, ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/**
 * Serves the app's page for every navigation: by browsers, and by crawlers, which accept anything or send no Accept
 * header. Without a built app it serves nothing.
 */
export function servePage(appDir: string, readHead: ReadPageHead): RequestHandler {
  const compressed = new Map<string, Promise<Buffer>>();
  const compress = (page: string, tag: string, encoding: Encoding): Promise<Buffer> => {
    const key = `${encoding} ${tag}`;
    const known = compressed.get(key);
    if (known !== undefined) return known;
    if (compressed.size >= PAGES_CACHED_MAX) compressed.clear();
    const made = COMPRESS[encoding](page);
    compressed.set(key, made);
    return made;
  };

  return async (request, response, next) => {
    if (!isNavigation(request)) {
      next();
      return;
    }
    const head = await readHead(request);
    const template = await readTemplate(
      appDir,
      head.invited === null ? OWN_PAGES.get(plainPath(request)) : INVITED_PAGE,
    );
    if (template === null) {
      next();
      return;
    }
    const filled = fill(template, head);
    const page = request.query.privilege === 'guest' ? filled : filled.replace(NEXT, '');
    const tag = createHash('sha256').update(page).digest('base64url').slice(0, 27);
    response.set({ 'Cache-Control': 'no-cache', ETag: `W/"${tag}"`, ...headersOf(head) });
    response.vary('Accept-Encoding').type('html');
    const encoding = encodingFor(request);
    if (encoding === null) {
      response.send(page);
      return;
    }
    const body = await compress(page, tag, encoding);
    response.set('Content-Encoding', encoding).send(body);
  };
}

function fill(template: string, { html, invited }: PageHead): string {
  const shown =
    invited === null
      ? template
      : template.replace(/\{\{(name|description)\}\}/g, (_, text: keyof typeof invited) => escapeHtml(invited[text]));
  // A function, because a title may contain `$&`.
  return shown.replace(HEAD, () => html);
}

function headersOf({ isSecret }: PageHead): Record<string, string> {
  // Not 'no-referrer': map servers may identify their customers by the origin.
  return isSecret ? { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'strict-origin' } : {};
}

function isNavigation({ method, path, headers: { accept = '*/*' } }: Request): boolean {
  if (!/^(GET|HEAD)$/.test(method) || /^\/(v1|assets)(\/|$)/i.test(path)) return false;
  if (accept.includes('text/html')) return true;
  // A program that accepts any type may want another file, but those have an extension, as pictures and scripts do.
  return accept.includes('*/*') && /^(\/[\w-]+)*\/?$/.test(path);
}

async function readTemplate(appDir: string, ownPage: string | undefined): Promise<string | null> {
  for (const file of [ownPage, 'index.html']) {
    if (file === undefined) continue;
    try {
      return await readFile(join(appDir, file), 'utf8');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return null;
}

function encodingFor(request: Request): Encoding | null {
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) !== false) ?? null;
}
