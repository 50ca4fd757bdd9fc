import { beforeAll, describe, expect, it } from 'vitest';
import { type PackFacts, type PackView, viewPack } from '../../../app/packs/pack-view.ts';
import type { Pack } from '../../../contracts/pack.ts';
import { packOf } from '../../support/packs.ts';

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
