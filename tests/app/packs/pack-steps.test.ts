import { beforeAll, describe, expect, it } from 'vitest';
import { step } from '../../../app/packs/pack-steps.ts';
import type { PacksEffect, PacksEvent } from '../../../app/packs/packs-events.ts';
import { listRemovable, NO_PACKS, type PacksState, viewOf } from '../../../app/packs/packs-state.ts';
import type { Pack } from '../../../contracts/pack.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { packOf } from '../../support/samples/packs.ts';

const parcoursId = ParcoursId.parse(7);
const bridge = ParcoursId.parse(8);
let old: Pack;
let fresh: Pack;
beforeAll(async () => {
  old = await packOf(7, 'v1', { 'a.m4a': 'aa', 'b.m4a': 'bbb' });
  fresh = await packOf(7, 'v2', { 'a.m4a': 'aa', 'c.m4a': 'cccc' });
});

/** The state after these events, and the effects of the last one. */
function afterEvents(
  start: PacksState,
  ...events: readonly PacksEvent[]
): readonly [PacksState, readonly PacksEffect[]] {
  return events.reduce<readonly [PacksState, readonly PacksEffect[]]>(
    ([state], event) => step(state, event),
    [start, []],
  );
}

const types = (effects: readonly PacksEffect[]) => effects.map(({ type }) => type);
const asked = { type: 'download-asked', parcoursId } as const;
const turn = { type: 'turn-come', parcoursId } as const;
const noted = { type: 'noted', parcoursId, isNoted: true } as const;
const read = (pack: Pack) => ({ type: 'manifest-read', parcoursId, pack, atMs: 0 }) as const;
const fetched = { type: 'fetched', parcoursId, fault: null, retryAfterMs: null, random: 1, stored: 2 } as const;
const ended = { type: 'try-ended', parcoursId, fault: null, retryAfterMs: null, random: 1 } as const;
const stopped = { type: 'stopped', parcoursId } as const;

/** The device with a download's record. */
function noting(pack: Pack, isPaused = false): PacksState {
  return {
    ...NO_PACKS,
    device: { ...NO_PACKS.device, parcoursIds: [parcoursId], loading: new Map([[parcoursId, { pack, isPaused }]]) },
  };
}

/** The state while the files of a requested download are fetched. */
function fetching(): PacksState {
  const [state] = afterEvents(NO_PACKS, asked, turn, read(old), noted);
  return { ...state, device: noting(old).device };
}

describe('a download', () => {
  it('takes its turn, requests the manifest, is noted, fetches what is missing and is completed', () => {
    const start = { ...NO_PACKS, device: { ...NO_PACKS.device, here: new Map([[old.files[0]?.sha256 ?? '', 2]]) } };
    expect(afterEvents(start, asked)[1]).toEqual([{ type: 'take-turn', parcoursId }]);
    expect(afterEvents(start, asked, turn)[1]).toEqual([{ type: 'read-manifest', parcoursId, known: null }]);
    expect(afterEvents(start, asked, turn, read(old))[1]).toEqual([
      { type: 'note', parcoursId, record: { pack: old, isPaused: false }, isNew: true },
    ]);
    expect(afterEvents(start, asked, turn, read(old), noted)[1]).toEqual([
      { type: 'fetch', parcoursId, files: [old.files[1]] },
    ]);
    expect(afterEvents(start, asked, turn, read(old), noted, fetched)[1]).toEqual([
      { type: 'complete', parcoursId, pack: old },
    ]);
    const [state, effects] = afterEvents(start, asked, turn, read(old), noted, fetched, ended);
    expect([state.downloads.size, types(effects)]).toEqual([0, ['tell-tabs', 'read-grant']]);
  });

  it('starts only once, and by itself only if it has a record that is not paused', () => {
    expect(afterEvents(NO_PACKS, asked, asked)[1]).toEqual([]);
    expect(types(afterEvents(noting(old), { type: 'resume-due' })[1])).toEqual(['take-turn']);
    expect(afterEvents(noting(old, true), { type: 'resume-due' })[1]).toEqual([]);
    // Another tab has paused it while it waited for its turn.
    const [waiting] = afterEvents(noting(old), { type: 'resume-due' });
    const [state, effects] = afterEvents({ ...waiting, device: noting(old, true).device }, turn);
    expect([state.downloads.size, effects]).toEqual([0, []]);
    expect(viewOf(state, parcoursId).phase).toBe('paused');
  });

  it('continues with the version of its record, under the record of before', () => {
    const [state, effects] = afterEvents(noting(old), asked, turn);
    expect(effects).toEqual([{ type: 'read-manifest', parcoursId, known: old }]);
    expect(afterEvents(state, read(old))[1]).toMatchObject([{ type: 'note', isNew: false }]);
  });

  it('waits for the network and then asks whether the parcours has changed', () => {
    const [waiting, effects] = afterEvents(fetching(), { ...fetched, fault: 'network' });
    expect(effects).toEqual([{ type: 'wait', parcoursId, forMs: 500 }]);
    expect(viewOf(waiting, parcoursId)).toMatchObject({ phase: 'waiting', failure: 'offline' });
    expect(afterEvents(waiting, { type: 'wait-over', parcoursId })[1]).toEqual([
      { type: 'read-manifest', parcoursId, known: old },
    ]);
  });

  it('requests fresh links once they have expired, and waits for a busy server with those it has', () => {
    expect(afterEvents(fetching(), { ...fetched, fault: 'ended' })[1]).toEqual([
      { type: 'read-manifest', parcoursId, known: null },
    ]);
    const [waiting] = afterEvents(fetching(), { ...fetched, fault: 'busy' });
    expect(types(afterEvents(waiting, { type: 'wait-over', parcoursId })[1])).toEqual(['note']);
  });

  it('fails on a full device, which is shown until it is started again', () => {
    const [state, effects] = afterEvents(fetching(), { ...fetched, fault: 'full' });
    expect(viewOf(state, parcoursId)).toMatchObject({ phase: 'failed', failure: 'full' });
    expect(types(effects)).toEqual(['tell-tabs', 'read-grant']);
    expect(viewOf(afterEvents(state, asked)[0], parcoursId)).toMatchObject({ phase: 'waiting', failure: null });
  });

  it('shows the bytes it has received, but none once it is stopped', () => {
    const progressed = { type: 'progressed', parcoursId, looseBytes: 3 } as const;
    expect(viewOf(afterEvents(fetching(), progressed)[0], parcoursId).bytesHere).toBe(3);
    expect(
      viewOf(afterEvents(fetching(), { type: 'pause-asked', parcoursId }, progressed)[0], parcoursId).bytesHere,
    ).toBe(0);
  });

  it('whose parcours is no longer listed is removed, and the list loaded again', () => {
    const [state, effects] = afterEvents(NO_PACKS, asked, turn, { type: 'membership-over', parcoursId });
    expect(effects).toEqual([{ type: 'remove', parcoursIds: [parcoursId] }]);
    const last = afterEvents(state, { type: 'removed', parcoursIds: [parcoursId] })[1];
    expect(last.at(-1)).toEqual({ type: 'reload-list', parcoursIds: [parcoursId] });
  });
});

describe('a stopped download', () => {
  const pause = { type: 'pause-asked', parcoursId } as const;

  it('is noted as paused once nothing of it runs', () => {
    const [stopping, effects] = afterEvents(fetching(), pause);
    expect([types(effects), viewOf(stopping, parcoursId).phase]).toEqual([['abort'], 'paused']);
    expect(afterEvents(stopping, stopped)[1]).toEqual([
      { type: 'note-pause', parcoursId, record: { pack: old, isPaused: true } },
    ]);
    const [, last] = afterEvents(stopping, stopped, { type: 'pause-noted', parcoursId, isNoted: true });
    expect(types(last)).toEqual(['tell-tabs']);
  });

  it('whose pause cannot be noted is paused nevertheless', () => {
    const [state, effects] = afterEvents(fetching(), pause, stopped, {
      type: 'pause-noted',
      parcoursId,
      isNoted: false,
    });
    expect([effects, viewOf(state, parcoursId).phase, state.downloads.get(parcoursId)?.activity]).toEqual([
      [],
      'paused',
      'none',
    ]);
  });

  it('starts again only after it has stopped', () => {
    const [stopping, effects] = afterEvents(fetching(), pause, asked);
    expect(effects).toEqual([]);
    const [, last] = afterEvents(stopping, stopped, { type: 'pause-noted', parcoursId, isNoted: true });
    expect(types(last)).toEqual(['take-turn', 'tell-tabs']);
  });

  it('that became whole before it could stop is whole, unless it is to be removed', () => {
    expect(afterEvents(fetching(), fetched, pause, ended)[0].downloads.size).toBe(0);
    const removal = { type: 'removal-asked', parcoursIds: [parcoursId] } as const;
    expect(afterEvents(fetching(), fetched, removal, ended)[1]).toEqual([
      { type: 'remove', parcoursIds: [parcoursId] },
    ]);
  });

  it('by off-line mode restarts after it, by the device’s record if it has one', () => {
    const [off] = afterEvents(fetching(), { type: 'offline-switched', isOn: true }, stopped);
    expect(viewOf(off, parcoursId)).toMatchObject({ phase: 'waiting', failure: 'offline' });
    const [on, effects] = afterEvents(off, { type: 'offline-switched', isOn: false });
    expect([types(effects), on.downloads.get(parcoursId)?.isAsked]).toEqual([['take-turn'], false]);
    const [paused] = afterEvents(off, pause, { type: 'pause-noted', parcoursId, isNoted: true });
    expect(afterEvents(paused, { type: 'offline-switched', isOn: false })[1]).toEqual([]);
  });
});

describe('another tab', () => {
  it('stops only downloads that had a record before the device was read', () => {
    const [, effects] = afterEvents(fetching(), { type: 'tabs-changed' });
    expect(effects).toEqual([{ type: 'read-device', noted: new Map([[parcoursId, 1]]) }]);
    const deviceRead = { type: 'device-read', noted: new Map([[parcoursId, 1]]) } as const;
    expect(afterEvents(fetching(), deviceRead)[1]).toEqual([]);
    expect(types(afterEvents({ ...fetching(), device: NO_PACKS.device }, deviceRead)[1])).toEqual(['abort']);
    const [restarted] = afterEvents({ ...NO_PACKS, runs: 1 }, asked);
    expect(afterEvents(restarted, deviceRead)[1]).toEqual([]);
  });

  it('that removed a download has the files deleted which it stored since, and no record', () => {
    const elsewhere = { ...fetching(), device: NO_PACKS.device };
    const deviceRead = { type: 'device-read', noted: new Map([[parcoursId, 1]]) } as const;
    const [state, effects] = afterEvents(elsewhere, deviceRead, stopped);
    expect([types(effects), viewOf(state, parcoursId).phase]).toEqual([['sweep'], 'none']);
    expect(afterEvents(state, { type: 'swept', parcoursId })[0].downloads.size).toBe(0);
  });

  it('that paused a download stops it, and nothing more is noted', () => {
    const elsewhere = { ...fetching(), device: noting(old, true).device };
    const deviceRead = { type: 'device-read', noted: new Map([[parcoursId, 1]]) } as const;
    const [state, effects] = afterEvents(elsewhere, deviceRead, stopped);
    expect([effects, viewOf(state, parcoursId).phase]).toEqual([[], 'paused']);
  });
});

describe('packs', () => {
  it('are removed at once, or after their download has stopped', () => {
    const removal = { type: 'removal-asked', parcoursIds: [bridge, parcoursId] } as const;
    const [stopping, effects] = afterEvents(fetching(), removal);
    expect(effects).toEqual([
      { type: 'abort', parcoursId },
      { type: 'remove', parcoursIds: [bridge] },
    ]);
    expect(afterEvents(stopping, stopped)[1]).toEqual([{ type: 'remove', parcoursIds: [parcoursId] }]);
  });

  it('that could be removed are those on the device and those being downloaded', () => {
    expect(listRemovable(noting(old))).toEqual([parcoursId]);
    expect(listRemovable(afterEvents(NO_PACKS, asked)[0])).toEqual([parcoursId]);
    expect(listRemovable(NO_PACKS)).toEqual([]);
  });

  it('that are whole are looked up once an hour, unless their update has begun', () => {
    const device = { ...NO_PACKS.device, parcoursIds: [parcoursId], whole: new Map([[parcoursId, old]]) };
    const due = { type: 'look-up-due', parcoursId, nowMs: 3_600_001 } as const;
    const lookUp = { type: 'look-up', parcoursId, known: old };
    expect(afterEvents({ ...NO_PACKS, device }, due)[1]).toEqual([lookUp]);
    const looked = (atMs: number) => ({ type: 'looked-up', parcoursId, pack: old, atMs }) as const;
    expect(afterEvents({ ...NO_PACKS, device }, looked(0), due)[1]).toEqual([lookUp]);
    expect(afterEvents({ ...NO_PACKS, device }, looked(1), due)[1]).toEqual([]);
    expect(afterEvents({ ...NO_PACKS, device: { ...device, loading: noting(fresh).device.loading } }, due)[1]).toEqual(
      [],
    );
    expect(afterEvents(NO_PACKS, due)[1]).toEqual([]);
  });

  it('that the list lacks are removed only if the server confirms it', () => {
    const listed = { type: 'listed', parcoursIds: new Set([bridge]) } as const;
    expect(afterEvents(noting(old), listed)[1]).toEqual([{ type: 'find-former', parcoursIds: [parcoursId] }]);
    expect(afterEvents(NO_PACKS, listed)[1]).toEqual([]);
    const [state, effects] = afterEvents(noting(old), { type: 'former-found', parcoursIds: [parcoursId] });
    expect(effects).toEqual([{ type: 'remove', parcoursIds: [parcoursId] }]);
    expect(types(afterEvents(state, { type: 'removed', parcoursIds: [parcoursId] })[1])).toContain('reload-list');
  });

  it('of a looked-up version have an update if they are of another', () => {
    const device = { ...NO_PACKS.device, parcoursIds: [parcoursId], whole: new Map([[parcoursId, old]]) };
    const [state] = afterEvents({ ...NO_PACKS, device }, { type: 'looked-up', parcoursId, pack: fresh, atMs: 0 });
    expect(viewOf(state, parcoursId)).toMatchObject({ isWhole: true, hasUpdate: true, bytes: 6 });
  });
});
