import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMediaLinks, MEDIA_PATH, type MediaLinks } from '../../../../server/domain/media/media-links.ts';
import { type MediaFiles, openMediaFiles } from '../../../../server/store/files.ts';

const HOUR_MS = 3600 * 1000;
/** At a multiple of six hours since 1970. */
const MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00Z');
const NAME = { sha256: 'ab'.repeat(32), extension: 'wav' };

let dataDir: string;
let files: MediaFiles;
let nowMs: number;
let links: MediaLinks;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-links-'));
  files = await openMediaFiles(dataDir);
  nowMs = MIDNIGHT_MS;
  links = createMediaLinks('a secret', files, () => nowMs);
});
afterEach(() => rm(dataDir, { recursive: true }));

function partsOf(link: string) {
  const url = new URL(link, 'http://drop-ici.example');
  const read = (name: string): string => url.searchParams.get(name) ?? '';
  return {
    path: url.pathname,
    file: url.pathname.split('/').at(-1) ?? '',
    by: [read('expires'), read('signature')] as const,
  };
}
function follow(link: string, by = links) {
  const { file, by: proof } = partsOf(link);
  return by.follow(file, ...proof);
}

test('a link leads to its file, and its path identifies the content', () => {
  const link = links.sign(NAME);
  expect(partsOf(link).path).toBe(`${MEDIA_PATH}/${NAME.sha256}.wav`);
  expect(follow(link)).toEqual({ tag: NAME.sha256, root: files.mediaDir, path: `ab/${NAME.sha256}.wav` });
});

test('it is the same for hours, and valid for two to eight hours', () => {
  const first = links.sign(NAME);
  nowMs += 4 * HOUR_MS;
  expect(links.sign(NAME)).toBe(first);
  expect(links.sign({ ...NAME, extension: 'mp3' })).not.toBe(first);
  nowMs += 1000;
  const next = links.sign(NAME);
  expect(next).not.toBe(first);
  nowMs = MIDNIGHT_MS + 6 * HOUR_MS - 1000;
  expect(follow(first).tag).toBe(NAME.sha256);
  nowMs += 1000;
  expect(() => follow(first)).toThrow('This link has expired');
  nowMs = MIDNIGHT_MS + 12 * HOUR_MS - 1;
  expect(follow(next).tag).toBe(NAME.sha256);
  nowMs += 1;
  expect(() => follow(next)).toThrow('This link has expired');
});

test('it is still valid after a restart with the same secret, and not with another', () => {
  const link = links.sign(NAME);
  expect(
    follow(
      link,
      createMediaLinks('a secret', files, () => nowMs),
    ).tag,
  ).toBe(NAME.sha256);
  expect(() =>
    follow(
      link,
      createMediaLinks('another', files, () => nowMs),
    ),
  ).toThrow('not signed by this server');
});

test('it is valid for no other file', () => {
  const { file, by } = partsOf(links.sign(NAME));
  const [expires, signature] = by;
  const later = String(Number(expires) + 1);
  const refused = expect.objectContaining({ code: 'link_expired' });
  expect(() => links.follow(file, later, signature)).toThrow(refused);
  expect(() => links.follow(file, expires, signature.slice(1))).toThrow(refused);
  expect(() => links.follow(file, expires, '')).toThrow(refused);
  expect(() => links.follow(`${'cd'.repeat(32)}.wav`, expires, signature)).toThrow(refused);
});

test.each(['', 'secret', '../secret', `${'AB'.repeat(32)}.wav`, `${'ab'.repeat(32)}`, `${'ab'.repeat(32)}.wav/x`])(
  '%j is no file’s name',
  (file) => {
    expect(() => links.follow(file, '0', '')).toThrow(expect.objectContaining({ code: 'not_found' }));
  },
);
