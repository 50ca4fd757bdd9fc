import { beforeAll, describe, expect, it, test } from 'vitest';
import {
  countPacks,
  isPackWhole,
  type PackFacts,
  type PackView,
  packShare,
  packStatus,
  planPack,
  viewPack,
} from '../../../app/packs/pack-view.ts';
import type { Pack } from '../../../contracts/pack.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { packOf, packView } from '../../support/samples/packs.ts';

let [old, fresh]: Pack[] = [];
beforeAll(async () => {
  old = await packOf(1, 'v1', { 'a.m4a': 'aa', 'b.m4a': 'bbb' });
  fresh = await packOf(1, 'v2', { 'a.m4a': 'aa', 'c.m4a': 'cccc' });
});

const hereOf = (pack: Pack | undefined): Map<string, number> =>
  new Map(pack?.files.map(({ sha256, bytes }) => [sha256, bytes]));

function view(facts: Partial<PackFacts>): PackView {
  return viewPack({
    whole: null,
    isGone: false,
    loading: null,
    latest: null,
    here: new Map(),
    download: null,
    ...facts,
  });
}

describe('the pack of a parcours', () => {
  it('has an unknown size until the server has responded', () => {
    expect(view({})).toMatchObject({ phase: 'none', isWhole: false, bytes: null, files: null, bytesHere: 0 });
  });

  it('is paused if it was started and does not continue', () => {
    expect(view({ loading: old ?? null }).phase).toBe('paused');
  });

  it('is whole, and not damaged, while all of its files are here', () => {
    expect(view({ whole: old ?? null, here: hereOf(old) })).toMatchObject({
      ...{ phase: 'none', isWhole: true, isDamaged: false, hasUpdate: false, bytes: 5, bytesHere: 5, filesHere: 2 },
    });
    expect(view({ whole: old ?? null }).isDamaged).toBe(true);
  });

  it('is lost if the browser has deleted it or all of its files, but not if some remain', () => {
    expect(view({ isGone: true }).isLost).toBe(true);
    expect(view({ whole: old ?? null })).toMatchObject({ isLost: true, isDamaged: true });
    const [one] = hereOf(old);
    expect(view({ whole: old ?? null, here: new Map(one === undefined ? [] : [one]) }).isLost).toBe(false);
    expect(view({}).isLost).toBe(false);
  });

  it('has an update if the server has another version, and is whole while that downloads', () => {
    const facts = { whole: old ?? null, latest: fresh ?? null, here: hereOf(old) };
    expect(view(facts)).toMatchObject({ isWhole: true, hasUpdate: true, bytes: 6, bytesHere: 2 });
    const download = { phase: 'downloading', failure: null, looseBytes: 3 } as const;
    expect(view({ ...facts, loading: fresh ?? null, download })).toMatchObject({
      ...{ phase: 'downloading', isWhole: true, hasUpdate: true, isDamaged: false, bytes: 6, bytesHere: 5 },
    });
  });

  it('never has more bytes on the device than in total', () => {
    const download = { phase: 'downloading', failure: null, looseBytes: 99 } as const;
    expect(view({ loading: old ?? null, download }).bytesHere).toBe(5);
  });
});

test('missing files are planned in manifest order, each content once', async () => {
  const pack = await packOf(1, 'v1', { 'a.m4a': 'one', 'b.m4a': 'three', 'again.m4a': 'one', 'c.dat': 'four' });
  const [a, b, , c] = pack.files;
  const plan = planPack(pack, new Map([[b?.sha256 ?? '', 5]]));
  expect(plan.missing.map(({ sha256 }) => sha256)).toEqual([a?.sha256, c?.sha256]);
  expect(plan).toMatchObject({ bytes: 12, files: 3, bytesHere: 5, filesHere: 1 });
});

test('a file of another size counts as missing', async () => {
  const pack = await packOf(1, 'v1', { 'a.m4a': 'one' });
  expect(planPack(pack, new Map([[pack.files[0]?.sha256 ?? '', 2]])).filesHere).toBe(0);
});

test.each([
  ['nothing is known', undefined, 'absent'],
  ['its size is known', packView(), 'absent'],
  ['it is whole', packView({ isWhole: true }), 'whole'],
  ['the server has another version', packView({ isWhole: true, hasUpdate: true }), 'outdated'],
  [
    'a file is damaged, whatever the server has',
    packView({ isWhole: true, hasUpdate: true, isDamaged: true }),
    'damaged',
  ],
  ['the browser has deleted it', packView({ isLost: true }), 'lost'],
  ['the browser has deleted its files', packView({ isWhole: true, isLost: true, isDamaged: true }), 'lost'],
  ['it is downloaded again', packView({ isLost: true, phase: 'downloading' }), 'downloading'],
  ['an update is running', packView({ isWhole: true, hasUpdate: true, phase: 'downloading' }), 'downloading'],
  ['an update failed', packView({ isWhole: true, phase: 'failed', failure: 'server' }), 'failed'],
])('a pack’s status when %s', (_, view, status) => {
  expect(packStatus(view)).toBe(status);
});

test('a pack is usable while it is updated, but not once a file is damaged', () => {
  expect(isPackWhole(packView({ isWhole: true, phase: 'downloading' }))).toBe(true);
  expect(isPackWhole(packView({ isWhole: true, isDamaged: true }))).toBe(false);
  expect(isPackWhole(undefined)).toBe(false);
});

test('download progress is by bytes, unknown without a size, and complete for no bytes', () => {
  expect(packShare(packView({ bytes: 8, bytesHere: 2 }))).toBe(0.25);
  expect(packShare(packView({ bytes: null }))).toBeNull();
  expect(packShare(packView({ bytes: 0 }))).toBe(1);
});

test('packs count once a part of them was requested', () => {
  const views = [packView(), packView({ isWhole: true }), packView({ phase: 'paused' })];
  expect(countPacks(Object.fromEntries(views.map((view, index) => [ParcoursId.parse(index + 1), view])))).toBe(2);
});
