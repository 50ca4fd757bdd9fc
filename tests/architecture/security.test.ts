import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, readSources } from './sources.ts';

/** How many requirements ASVS 5.0.0 has on levels 1 and 2. */
const REQUIREMENTS = 253;
const STATES = ['holds', 'partly', 'not'];

/** A file or folder of ours between backticks. */
const PATH = /`((?:app|audio-wasm|contracts|docs|scripts|server|tests|workers)\/[\w./-]+|[\w.-]+\.(?:json|md))`/g;

const asvs = read('docs/reference/asvs.md');
const tables = asvs
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.slice(2, -2).split(' | '));
/** The requirements that apply, a row each: id, subject, state, proof. */
const rows = tables.filter((cells) => cells.length === 4);

describe('the table of ASVS requirements', () => {
  it('has each requirement once', () => {
    const ids = tables.flatMap(([named = '']) => named.split(', '));
    expect(ids.filter((id) => !/^V\d+\.\d+\.\d+$/.test(id))).toEqual([]);
    expect(ids).toHaveLength(REQUIREMENTS);
    expect(new Set(ids).size).toBe(REQUIREMENTS);
  });

  it('states whether each requirement holds, with the proof if it does', () => {
    const unclear = rows.filter(
      ([, , state = '', proof = '']) => !STATES.includes(state) || (state === 'holds' && pathsIn(proof).length === 0),
    );
    expect(unclear).toEqual([]);
  });

  it('has the numbers of requirements that it states', () => {
    const count = (wanted: string) => rows.filter(([, , state]) => state === wanted).length;
    expect(asvs).toContain(
      `**${rows.length} apply: ${count('holds')} hold, ${count('partly')} hold in part, ${count('not')} don't.** ` +
        `${REQUIREMENTS - rows.length} don't apply.`,
    );
  });
});

it.each(['docs/reference/asvs.md', 'docs/security.md'])('the files that %s names exist', (file) => {
  expect(pathsIn(read(file)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

it('no code sets HTML or evaluates text, and the server starts no program', () => {
  const runsText =
    /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;
  const sources = readSources(['app', 'audio-wasm', 'contracts', 'server', 'workers']);
  expect(sources.filter(({ code }) => runsText.test(code)).map(({ path }) => path)).toEqual([]);
  const starters = sources.filter(({ path, imports }) => path.startsWith('server/') && imports.some(isChildProcess));
  expect(starters.map(({ path }) => path)).toEqual([]);
});

function isChildProcess(name: string): boolean {
  return /^(node:)?child_process$/.test(name);
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(PATH)].map(([, path = '']) => path);
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
