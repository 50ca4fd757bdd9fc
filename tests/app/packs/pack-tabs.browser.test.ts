import { describe, expect, it, vi } from 'vitest';
import { downloadPack, lookUpPack, pausePack } from '../../../app/packs/packs.ts';
import { switchOfflineMode } from '../../../app/page/offline.ts';
import { devicePacks } from '../../../app/platform/packs/stored-files.ts';
import {
  answers,
  askedFiles,
  begin,
  changeRecords,
  countFiles,
  fileCall,
  MANIFEST,
  QUAY,
  quay,
  serve,
  stalled,
  startEachWithoutPacks,
  untilView,
  viewOf,
} from '../../support/packs/pack-session.ts';
import { until } from '../../support/until.ts';

startEachWithoutPacks();

interface Gate {
  /** Resolves once a caller waits at the gate. */
  readonly reached: Promise<void>;
  readonly passed: Promise<void>;
  arrive(): void;
  open(): void;
}

function makeGate(): Gate {
  let [arrive, open] = [(): void => {}, (): void => {}];
  const reached = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reached, passed, arrive, open };
}

/** Delays the storing of files until the gate is opened. */
function gateFiles(): Gate {
  const gate = makeGate();
  const put = Cache.prototype.put;
  vi.spyOn(Cache.prototype, 'put').mockImplementation(async function (this: Cache, key, response) {
    if (String(key).startsWith('/kept/')) {
      gate.arrive();
      await gate.passed;
    }
    return put.call(this, key, response);
  });
  return gate;
}

/** Removes the records and files, as another tab. */
async function removeElsewhere(): Promise<void> {
  for (const name of ['drop-ici-kept-packs', 'drop-ici-kept-files']) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) await cache.delete(request);
  }
}

function reportElsewhere(): void {
  const channel = new BroadcastChannel('packs');
  channel.postMessage('changed');
  channel.close();
}

async function countRecords(): Promise<number> {
  return (await (await caches.open('drop-ici-kept-packs')).keys()).length;
}

describe('a download', () => {
  it('that is paused while it stores files shows no progress afterwards', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    const gate = gateFiles();
    const downloaded = downloadPack(quay);
    await gate.reached;
    pausePack(quay);
    gate.open();
    await downloaded;
    reportElsewhere();
    await until(() => expect(viewOf(quay)?.filesHere).toBeGreaterThan(0));
    expect(viewOf(quay)).toMatchObject({ phase: 'paused', isWhole: false });
  });

  it('waits while another tab downloads the same pack, and continues if that tab is closed', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    let closeTab = (): void => {};
    const closed = new Promise<void>((resolve) => {
      closeTab = resolve;
    });
    const other = navigator.locks.request('pack 3 7', () => closed);
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: null }));
    expect(askedFiles()).toEqual([]);
    closeTab();
    await Promise.all([other, downloaded]);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true });
  });

  it('stops if another tab pauses it', async () => {
    await serve(quay, 'v1', QUAY);
    answers[fileCall('b.m4a')] = stalled;
    await begin();
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ filesHere: 3 }));
    await changeRecords((record) => ({ ...record, isPaused: true }));
    const channel = new BroadcastChannel('packs');
    channel.postMessage('changed');
    await downloaded;
    channel.close();
    expect(viewOf(quay)).toMatchObject({ phase: 'paused', filesHere: 3 });
  });

  it('stops if another tab removes it, and deletes files stored since', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    const gate = gateFiles();
    const downloaded = downloadPack(quay);
    await gate.reached;
    await removeElsewhere();
    reportElsewhere();
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'none' }));
    gate.open();
    await downloaded;
    await until(async () => expect([await countFiles(), await countRecords()]).toEqual([0, 0]));
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: false });
  });

  it('that waits does not restore a pack that another tab has removed', async () => {
    await serve(quay, 'v1', QUAY);
    delete answers[fileCall('b.m4a')];
    await begin();
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: 'offline', filesHere: 3 }));
    await removeElsewhere();
    await untilView(quay, { phase: 'none', isWhole: false, filesHere: 0 });
    await downloaded;
    expect([await countFiles(), await countRecords()]).toEqual([0, 0]);
  });
});

describe('off-line mode', () => {
  it.each([
    ['', false],
    [', even if the browser saves data', true],
  ])('suspends a requested download, which continues after it%s', async (_, saveData) => {
    vi.spyOn(navigator as { connection?: unknown }, 'connection', 'get').mockReturnValue({ saveData });
    await serve(quay, 'v1', QUAY);
    const answer = answers[fileCall('b.m4a')];
    answers[fileCall('b.m4a')] = stalled;
    await begin();
    void downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ filesHere: 3 }));
    switchOfflineMode(true);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: 'offline' }));
    answers[fileCall('b.m4a')] = answer;
    switchOfflineMode(false);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true }));
  });

  it('suspends a download without a manifest, which starts again after it', async () => {
    const pack = await serve(quay, 'v1', QUAY);
    const gate = makeGate();
    answers[MANIFEST] = async ({ signal }: RequestInit) => {
      gate.arrive();
      signal?.addEventListener('abort', gate.open);
      await gate.passed;
      signal?.throwIfAborted();
      return pack;
    };
    await begin();
    const downloaded = downloadPack(quay);
    await gate.reached;
    switchOfflineMode(true);
    await downloaded;
    expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: 'offline' });
    answers[MANIFEST] = pack;
    switchOfflineMode(false);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true }));
  });

  it('does not resume a download that the person pauses meanwhile', async () => {
    await serve(quay, 'v1', QUAY);
    answers[fileCall('b.m4a')] = stalled;
    await begin();
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ filesHere: 3 }));
    switchOfflineMode(true);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: 'offline' }));
    pausePack(quay);
    await downloaded;
    await until(() => expect(devicePacks().loading.get(quay)?.isPaused).toBe(true));
    switchOfflineMode(false);
    await lookUpPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'paused', filesHere: 3 });
  });
});
