import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, globalAgent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp } from '../../../server/http/app-files.ts';
import { inlineScriptSources, type ReadPageHead } from '../../../server/http/app-page.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { send } from '../../support/server/raw-request.ts';
import { makeFolder } from '../../support/test-folder.ts';

const SCRIPT = 'console.log("Des voix posées sur la carte.");';

const readHead: ReadPageHead = async ({ path }) => ({
  html: `<title>Head of ${path}</title>`,
  invited: null,
  isSecret: false,
});

let appDir: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'drop-ici-app-'));
  await mkdir(join(appDir, 'assets'));
  await writeFile(join(appDir, 'index.html'), pageNamed('the shell'));
  await mkdir(join(appDir, 'pages'));
  await writeFile(join(appDir, 'pages/login.html'), pageNamed('the login screen'));
  await writeFile(join(appDir, 'index.en.html'), pageNamed('the English shell'));
  await writeFile(join(appDir, 'pages/login.en.html'), pageNamed('the English login screen'));
  await writeFile(join(appDir, 'assets/core-abc123.wasm'), new Uint8Array([0, 97, 115, 109]));
  await writeFile(join(appDir, 'assets/app-abc123.js'), SCRIPT);
  await writeFile(join(appDir, 'assets/app-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(appDir, 'assets/app-abc123.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(appDir, 'basemap.json'), '{}');
  await writeFile(join(appDir, '.secret'), 'hidden');
  const app = express()
    .use(serveApp(appDir, readHead))
    .use(createErrorHandler(pino({ level: 'silent' })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(appDir, { recursive: true });
});

test.each([
  ['/login', 'en-GB,en;q=0.9,fr;q=0.8', 'the English login screen'],
  ['/home', 'de, en;q=0.5', 'the English shell'],
  ['/login', 'en;q=0.5, fr-CH', 'the login screen'],
  ['/login', 'de', 'the login screen'],
])('%s is in the language that the browser prefers (%s)', async (path, language, content) => {
  const headers = { Accept: 'text/html', 'Accept-Language': language };
  const response = await fetch(origin + path, { headers });
  expect(response.headers.get('Vary')).toContain('Accept-Language');
  expect(await response.text()).toContain(`>${content}<`);
});

test.each([
  ['/', 'the shell'],
  ['/login', 'the login screen'],
  ['/Login/', 'the login screen'],
  ['/home/parcours', 'the shell'],
  ['/invite?token=a.b', 'the shell'],
])('navigating to %s gets %s with the head of its address, always revalidated', async (path, content) => {
  const response = await fetch(origin + path, { headers: { Accept: 'text/html,application/xhtml+xml' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  expect(response.headers.get('Vary')).toContain('Accept-Encoding');
  const page = await response.text();
  expect(page).toContain(content);
  expect(page).toContain(`<title>Head of ${new URL(path, origin).pathname}</title>`);
  expect(page).not.toContain('Drop ici');
});

test('clients that accept anything, or send no Accept, get the page as browsers do', async () => {
  const page = await (await fetch(`${origin}/login`, { headers: { Accept: 'text/html' } })).text();
  expect(await (await fetch(`${origin}/login`, { headers: { Accept: '*/*' } })).text()).toBe(page);
  expect(await send(origin, globalAgent, { method: 'GET', path: '/login' })).toEqual({ status: 200, body: page });
});

test('HEAD has the headers of GET and no body', async () => {
  const headers = { Accept: '*/*', 'Accept-Encoding': 'identity' };
  const [got, head] = [
    await fetch(`${origin}/login`, { headers }),
    await fetch(`${origin}/login`, { headers, method: 'HEAD' }),
  ];
  for (const name of ['Content-Type', 'Content-Length', 'ETag', 'Cache-Control']) {
    expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
  }
  expect(Number(head.headers.get('Content-Length'))).toBe((await got.arrayBuffer()).byteLength);
  expect(await head.text()).toBe('');
});

test.each(['br', 'gzip', 'identity'])(
  'the page is sent as %s if the client accepts that, and not again if unchanged',
  async (encoding) => {
    const headers = { Accept: 'text/html', 'Accept-Encoding': encoding };
    const response = await fetch(`${origin}/login`, { headers });
    expect(response.headers.get('Content-Encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await response.text()).toContain('the login screen');
    const known = { ...headers, 'If-None-Match': response.headers.get('ETag') ?? '' };
    expect(await send(origin, globalAgent, { method: 'GET', path: '/login', headers: known })).toEqual({
      status: 304,
      body: '',
    });
  },
);

test('the policy names inline scripts by their hashes, and scripts in files not at all', async () => {
  const code = 'document.documentElement.dataset.theme = "dark";';
  const folder = await makeFolder();
  await writeFile(join(folder, 'index.html'), `<script>${code}</script><script src="/a.js"></script>`);
  expect(inlineScriptSources(folder)).toEqual([`'sha256-${createHash('sha256').update(code).digest('base64')}'`]);
  expect(inlineScriptSources(join(folder, 'not-built'))).toEqual([]);
});

test('a hashed asset is cached forever, with the type that streaming compilation needs', async () => {
  const response = await fetch(`${origin}/assets/core-abc123.wasm`);
  expect(response.headers.get('Content-Type')).toBe('application/wasm');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a browser that accepts %s gets the %s file, with the same headers', async (accepted, encoding) => {
  const response = await fetch(`${origin}/assets/app-abc123.js`, { headers: { 'Accept-Encoding': accepted } });
  expect(response.headers.get('Content-Encoding')).toBe(encoding);
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(response.headers.get('Vary')).toBe('Accept-Encoding');
  expect(await response.text()).toBe(SCRIPT);
});

test('other files are revalidated each time', async () => {
  expect((await fetch(`${origin}/basemap.json`)).headers.get('Cache-Control')).toBe('no-cache');
});

test.each([
  ['a part beyond the end', { Range: 'bytes=9999-' }, 416],
  ['another version', { 'If-Match': '"another"' }, 412],
])('%s of a file is refused with its status and nothing of the file', async (_, headers: HeadersInit, status) => {
  for (const path of ['/basemap.json', '/assets/app-abc123.js']) {
    const response = await fetch(origin + path, { headers });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(['Content-Type', 'ETag', 'Last-Modified'].filter((name) => response.headers.has(name))).toEqual([]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  }
});

test.each(['/assets/gone-def456.js', '/assets', '/v1/anything'])('%s is not answered with the page', async (path) => {
  expect((await fetch(origin + path, { headers: { Accept: 'text/html' } })).status).toBe(404);
});

test.each(['/pages', '/pages?to=//evil.example', '/assets', '//pages'])(
  '%s redirects to no other place',
  async (path) => {
    const { status, headers } = await fetch(origin + path, { redirect: 'manual' });
    expect([200, 404]).toContain(status);
    expect(headers.get('Location')).toBeNull();
  },
);

test('without a built app nothing is served, and no path of the machine is revealed', async () => {
  const empty = createServer(express().use(serveApp(join(appDir, 'not-built'), readHead)));
  await new Promise<void>((resolve) => empty.listen(0, 'localhost', resolve));
  const address = `http://localhost:${(empty.address() as AddressInfo).port}/`;
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain(appDir);
  empty.close();
});

test('a missing script or picture is 404, and hidden files stay hidden', async () => {
  for (const Accept of ['image/*', '*/*']) {
    expect((await fetch(`${origin}/logo.png`, { headers: { Accept } })).status).toBe(404);
  }
  expect((await fetch(`${origin}/.secret`)).status).toBe(404);
  expect((await fetch(`${origin}/..%2f..%2fetc/passwd`)).status).not.toBe(200);
});

function pageNamed(content: string): string {
  return `<!doctype html><head><!-- head --><title>Drop ici</title><!-- /head --></head><body>${content}</body>`;
}
