import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { english } from '../../app/legal/declaration-text.en.ts';
import { declarationText } from '../../app/legal/declaration-text.ts';
import { ROOT } from './sources.ts';

/** How many criteria each of the thirteen themes of RGAA 4.1 has. */
const CRITERIA = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];

const STATES = ['C', 'NC', 'NA', '?'];

const text = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8');

/** The rows of the tables: number, title, state for visitors, state for authors, evidence. */
const rows = [...text.matchAll(/^\| (\d+\.\d+) \| (.+) \| (\S+) \| (\S+) \| (.*) \|$/gm)].map(
  ([, number = '', title = '', visitors = '', authors = '', evidence = '']) => ({
    ...{ number, title, visitors, authors, evidence },
  }),
);

describe('the examination by RGAA 4.1 in docs/accessibility.md', () => {
  it('has each of the 106 criteria once, in their order', () => {
    const all = CRITERIA.flatMap((count, theme) => Array.from({ length: count }, (_, of) => `${theme + 1}.${of + 1}`));
    expect(all).toHaveLength(106);
    expect(rows.map(({ number }) => number)).toEqual(all);
  });

  it('gives each a state for both groups, and what it rests on', () => {
    const odd = rows.filter(
      ({ visitors, authors, evidence }) =>
        !STATES.includes(visitors) || !STATES.includes(authors) || evidence.trim().length < 2,
    );
    expect(odd).toEqual([]);
  });

  it('names only tests that there are', () => {
    const named = [...text.matchAll(/`(tests\/[\w./-]+)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each([
    ['visitors', rows.map(({ visitors }) => visitors)],
    ['authors', rows.map(({ authors }) => authors)],
  ])('counts the states of %s right', (group, states) => {
    const counts = STATES.map((state) => states.filter((one) => one === state).length);
    expect(text).toContain(`| ${group} | ${counts.join(' | ')} |`);
  });

  it('finds nothing that the declaration does not tell, in each language', () => {
    const unmet = rows
      .filter(({ visitors, authors }) => [visitors, authors].includes('NC'))
      .map(({ number }) => number);
    const declared = { state: 'partial', hasAudit: true, hasRate: true, hasGaps: false, hasPlan: false } as const;
    for (const parts of [declarationText(declared), english.text(declared)]) {
      const told = JSON.stringify(parts.find(({ id }) => id === 'non-accessibles'));
      expect(unmet.filter((number) => !new RegExp(`\\b${number.replace('.', '\\.')}\\b`).test(told))).toEqual([]);
    }
  });
});
