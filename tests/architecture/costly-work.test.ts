import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callDocs } from '../../contracts/routes.ts';
import { CARD_PATH } from '../../server/domain/cards/cards.ts';
import { COSTLY_WORK } from '../../server/domain/costly-work.ts';
import { EXCHANGE_PATH } from '../../server/domain/exchange/parcours-exports.ts';
import { EXPORT_PATH } from '../../server/domain/rights/exports.ts';
import { TILES_PATH } from '../../server/domain/tiles/map-tiles.ts';
import { ROOT, readSources } from './sources.ts';

type Kind = keyof typeof COSTLY_WORK;

/** The routes outside the contract that do each kind of costly work. */
const COSTLY_PATHS: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  pictures: [`${CARD_PATH}/:file`],
  extracts: [`${TILES_PATH}/:file`],
  exports: [`${EXPORT_PATH}/:ticket`, `${EXCHANGE_PATH}/:file`],
};

/** The unit in which the document states a kind's weight, and its size; without an entry, one piece of work. */
const UNITS: Readonly<Partial<Record<Kind, readonly [each: number, name: string]>>> = {
  lists: [2 ** 20, ' MiB'],
  pictures: [1_000_000, ' megapixels'],
};

it('docs/security.md lists all costly work with its calls and its current bounds', () => {
  const expected = (Object.keys(COSTLY_WORK) as Kind[]).map((kind) => {
    const { atOnce, atOnceOfOne, waiting, waitingOfOne, retryAfterS } = COSTLY_WORK[kind];
    const [each, unit] = UNITS[kind] ?? [1, ''];
    const paths = COSTLY_PATHS[kind] ?? [];
    const doers = Object.entries(callDocs).flatMap(([name, { work }]) => (work?.includes(kind) ? [name] : []));
    const calls = [...doers, ...paths].map((name) => `\`${name}\``).join(', ');
    const weights = [atOnce, atOnceOfOne].map((weight) => `${weight / each}${unit}`);
    return `| ${[kind, calls, ...weights, waiting, waitingOfOne, `${retryAfterS} s`].join(' | ')} |`;
  });
  const [, section = ''] = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split('\n## Costly work\n');
  const [, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.slice(0, expected.length)).toEqual(expected);
});

it('only these modules draw pictures, and every queue has the bounds of a listed kind of work', () => {
  const importers = (file: string): string[] =>
    readSources(['server']).flatMap(({ path, imports }) => (imports.includes(file) ? [path] : []));
  expect(importers('server/domain/media/load-sharp.ts')).toEqual([
    'server/domain/cards/cards.ts',
    'server/domain/media/decode-image.ts',
    'server/domain/media/encode-picture.ts',
  ]);
  const makers = readSources(['server']).filter(({ code }) => /createFairQueue\((?!bounds: QueueBounds)/.test(code));
  expect(makers.filter(({ code }) => !/createFairQueue\(COSTLY_WORK\.\w+\)/.test(code))).toEqual([]);
  const used = makers.flatMap(({ code }) =>
    [...code.matchAll(/createFairQueue\(COSTLY_WORK\.(\w+)\)/g)].map(([, kind]) => kind),
  );
  expect(used.sort()).toEqual(Object.keys(COSTLY_WORK).sort());
});
