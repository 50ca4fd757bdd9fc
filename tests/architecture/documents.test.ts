import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, ROOT, SOURCE_FOLDERS } from './sources.ts';

const DOCUMENTS = [
  ...readdirSync(ROOT).filter((file) => /^(README|CONTRIBUTING|DECISIONS)\.md$/.test(file)),
  ...listFiles('docs', /\.md$/),
];

/** Names of files, with or without a path, in `code`; a path may leave out `app/`. */
const NAMED = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|css))`/g;

const files = [...SOURCE_FOLDERS, 'tests'].flatMap((folder) => listFiles(folder, /\.(ts|tsx|mjs|css)$/));

describe('the documents', () => {
  it.each(DOCUMENTS)('name only files that exist: %s', (document) => {
    const text = readFileSync(join(ROOT, document), 'utf8');
    const missing = [...text.matchAll(NAMED)].map(([, name = '']) => name).filter((name) => !isThere(name));
    expect(missing).toEqual([]);
  });

  it('are reported if they name a file that is not there', () => {
    expect(isThere('walk/no-such-file.ts')).toBe(false);
  });
});

describe('the list of faults by which the tests are judged', () => {
  const faults: { id: string; file: string; old: string }[] = JSON.parse(
    readFileSync(join(ROOT, 'tests/faults.json'), 'utf8'),
  );

  it('changes code that is there', () => {
    expect(faults.length).toBeGreaterThan(50);
    const isInCode = ({ file, old }: (typeof faults)[number]) =>
      existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(old);
    expect(faults.filter((fault) => !isInCode(fault)).map(({ id }) => id)).toEqual([]);
  });
});

function isThere(name: string): boolean {
  return existsSync(join(ROOT, name)) || files.some((file) => file === `app/${name}` || file.endsWith(`/${name}`));
}
