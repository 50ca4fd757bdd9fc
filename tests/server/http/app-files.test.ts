import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApp } from '../../../server/http/app-files.ts';

const SCRIPT = 'console.log("Des voix posées sur la carte.");';

let appDir: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'drop-ici-app-'));
  await mkdir(join(appDir, 'assets'));
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Drop ici</title>');
  await writeFile(join(appDir, 'assets/core-abc123.wasm'), new Uint8Array([0, 97, 115, 109]));
  await writeFile(join(appDir, 'assets/app-abc123.js'), SCRIPT);
  await writeFile(join(appDir, 'assets/app-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(appDir, 'assets/app-abc123.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(appDir, 'basemap.json'), '{}');
  await writeFile(join(appDir, '.secret'), 'hidden');
  server = createServer(express().use(serveApp(appDir)));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(appDir, { recursive: true });
});

test.each(['/', '/login', '/home/parcours', '/invite?token=a.b'])(
  'navigating to %s gets the page, never kept',
  async (path) => {
    const response = await fetch(origin + path, { headers: { Accept: 'text/html,application/xhtml+xml' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/html/);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(await response.text()).toContain('Drop ici');
  },
);

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

test.each(['/assets/gone-def456.js', '/assets', '/v1/anything'])('%s is not answered with the page', async (path) => {
  expect((await fetch(origin + path, { headers: { Accept: 'text/html' } })).status).toBe(404);
});

test('without a built app there is nothing, and no path of the machine is revealed', async () => {
  const empty = createServer(express().use(serveApp(join(appDir, 'not-built'))));
  await new Promise<void>((resolve) => empty.listen(0, 'localhost', resolve));
  const address = `http://localhost:${(empty.address() as AddressInfo).port}/`;
  const response = await fetch(address, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain(appDir);
  empty.close();
});

test('a missing script or picture is 404, and hidden files stay hidden', async () => {
  expect((await fetch(`${origin}/logo.png`, { headers: { Accept: 'image/*' } })).status).toBe(404);
  expect((await fetch(`${origin}/.secret`)).status).toBe(404);
  expect((await fetch(`${origin}/..%2f..%2fetc/passwd`)).status).not.toBe(200);
});
