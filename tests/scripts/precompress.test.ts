import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { precompress } from '../../scripts/build/precompress.mjs';

const SCRIPT = 'export const places = [];\n'.repeat(100);

describe('precompressing a build', () => {
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'drop-ici-twins-'));
    writeFileSync(join(folder, 'app.js'), SCRIPT);
    writeFileSync(join(folder, 'small.js'), 'export {};');
    writeFileSync(join(folder, 'voice.mp3'), SCRIPT);
    await precompress(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes compressed copies of a script that decompress to the same content', () => {
    expect(brotliDecompressSync(readFileSync(join(folder, 'app.js.br'))).toString()).toBe(SCRIPT);
    expect(gunzipSync(readFileSync(join(folder, 'app.js.gz'))).toString()).toBe(SCRIPT);
  });

  it('skips files that are small or already compressed', () => {
    expect(['small.js.br', 'small.js.gz', 'voice.mp3.br'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });
});
