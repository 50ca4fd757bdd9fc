import { ref } from 'valtio';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkPack } from '../../../app/packs/pack-check.ts';
import { downloadPack, lookUpPack, packs, pausePack, removeAllPacks, removePack } from '../../../app/packs/packs.ts';
import { places } from '../../../app/places/places.ts';
import { isStored, openStoredFile } from '../../../app/platform/packs/stored-files.ts';
import { storedPack } from '../../../app/platform/packs/stored-packs.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import {
  answers,
  askedFiles,
  begin,
  changeRecords,
  countFiles,
  endSession,
  fileCall,
  heard,
  MANIFEST,
  QUAY,
  quay,
  readKept,
  serve,
  stalled,
  startEachWithoutPacks,
  untilView,
  viewOf,
} from '../../support/packs/pack-session.ts';
import { refusal } from '../../support/page/answers.ts';
import { limitStorage } from '../../support/page/device.ts';
import { configOf, WITH_TILES } from '../../support/samples/config.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const ben = UserId.parse(4);
const bridge = ParcoursId.parse(8);

startEachWithoutPacks();

/** Changes one byte of a stored file. */
async function flipByte(text: string): Promise<void> {
  const cache = await caches.open('drop-ici-kept-files');
  for (const request of await cache.keys()) {
    if ((await (await cache.match(request))?.text()) !== text) continue;
    await cache.put(request, new Response(`X${text.slice(1)}`));
    return;
  }
  throw new Error(`Expected a kept file with "${text}"`);
}

describe('a download', () => {
  it('ends with a whole pack, whose files are found by their path', async () => {
    const pack = await serve(quay, 'v1', QUAY);
    await begin();
    await lookUpPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: false, bytes: 38, files: 4, bytesHere: 0 });
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true, hasUpdate: false, bytesHere: 38, filesHere: 4 });
    expect(packs.bytes).toBe(38);
    expect(storedPack(quay)).toEqual(pack);
    expect(isStored('/v1/media/a.m4a')).toBe(true);
    expect(await readKept('a.m4a')).toBe('first story');
    expect(await openStoredFile('/v1/media/other.m4a')).toBeNull();
    expect(await checkPack(quay)).toEqual({ audio: { whole: 2, all: 2 }, hasMap: true, isWhole: true });
  });

  it('is not usable before it is whole, and fails if the server sends other content', async () => {
    await serve(quay, 'v1', QUAY);
    answers[fileCall('b.m4a')] = new Response('Second story');
    await begin();
    void downloadPack(quay);
    await untilView(quay, { phase: 'failed', failure: 'server', isWhole: false, filesHere: 3 });
    expect([storedPack(quay), isStored('/v1/media/a.m4a')]).toEqual([null, false]);
    expect(askedFiles().filter((name) => name === 'a.m4a')).toHaveLength(1);
    answers[fileCall('b.m4a')] = new Response('second story');
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true, failure: null });
  });

  it('waits without a network, and continues when it returns', async () => {
    await serve(quay, 'v1', QUAY);
    const answer = answers[fileCall('b.m4a')];
    delete answers[fileCall('b.m4a')];
    await begin();
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'waiting', failure: 'offline' }));
    answers[fileCall('b.m4a')] = answer;
    await untilView(quay, { isWhole: true });
    await downloaded;
  });

  it('requests new links if they expire during it', async () => {
    const fresh = await serve(quay, 'v1', QUAY, 'b');
    await serve(quay, 'v1', QUAY, 'a');
    const manifest = answers[MANIFEST];
    for (const name of ['b.m4a', 'map.pmtiles']) answers[fileCall(name)] = refusal('link_expired', 403);
    let asked = 0;
    answers[MANIFEST] = () => (asked++ === 0 ? manifest : fresh);
    await begin();
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ isWhole: true, failure: null });
    expect(askedFiles().sort()).toEqual(['a.dat', 'a.m4a', 'b.m4a', 'b.m4a', 'map.pmtiles', 'map.pmtiles']);
  });

  it('continues by itself after a killed page, and does not repeat complete files', async () => {
    await serve(quay, 'v1', QUAY);
    const answer = answers[fileCall('b.m4a')];
    answers[fileCall('b.m4a')] = stalled;
    await begin();
    void downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'downloading', filesHere: 3, bytesHere: 29 }));
    endSession();
    answers[fileCall('b.m4a')] = answer;
    await begin();
    await untilView(quay, { phase: 'none', isWhole: true });
    expect(askedFiles()).toEqual([...Object.keys(QUAY), 'b.m4a']);
  });

  it('that was paused stays paused in the next page until it is resumed', async () => {
    await serve(quay, 'v1', QUAY);
    const answer = answers[fileCall('b.m4a')];
    answers[fileCall('b.m4a')] = stalled;
    await begin();
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ filesHere: 3 }));
    pausePack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'paused', isWhole: false });
    await downloaded;
    endSession();
    answers[fileCall('b.m4a')] = answer;
    await begin();
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'paused', filesHere: 3 }));
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true });
  });

  it('reports that the device is full, and continues once there is space', async () => {
    await serve(quay, 'v1', { ...QUAY, 'long.m4a': 'x'.repeat(3_000_000) });
    await begin();
    await limitStorage(1_000_000);
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'failed', failure: 'full', isWhole: false });
    await limitStorage(null);
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true });
    expect(askedFiles().filter((name) => name === 'a.m4a')).toHaveLength(1);
  });

  it('reports that the browser has no storage for packs', async () => {
    await serve(quay, 'v1', QUAY);
    vi.stubGlobal('caches', undefined);
    await begin();
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'failed', failure: 'unsupported' });
  });
});

describe('a whole pack', () => {
  beforeEach(async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    await downloadPack(quay);
    heard.length = 0;
  });

  it('is there in the next page, but only for its owner', async () => {
    answers[MANIFEST] = undefined;
    endSession();
    await begin(ben);
    expect([storedPack(quay), isStored('/v1/media/a.m4a'), packs.byMap]).toEqual([null, false, {}]);
    endSession();
    await begin();
    expect(await readKept('b.m4a')).toBe('second story');
  });

  it('is updated by the difference only, and stays usable until the update is complete', async () => {
    const { 'b.m4a': _, ...kept } = QUAY;
    await serve(quay, 'v2', { ...kept, 'c.m4a': 'third story' });
    const answer = answers[fileCall('c.m4a')];
    answers[fileCall('c.m4a')] = stalled;
    await lookUpPack(quay);
    expect(viewOf(quay)).toMatchObject({ isWhole: true, hasUpdate: true });
    const downloaded = downloadPack(quay);
    await until(() => expect(viewOf(quay)).toMatchObject({ phase: 'downloading', isWhole: true, bytesHere: 29 }));
    expect(await readKept('b.m4a')).toBe('second story');
    expect(isStored('/v1/media/c.m4a')).toBe(false);
    pausePack(quay);
    await downloaded;
    answers[fileCall('c.m4a')] = answer;
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isWhole: true, hasUpdate: false });
    expect(askedFiles()).toEqual(['c.m4a', 'c.m4a']);
    expect([isStored('/v1/media/b.m4a'), await readKept('c.m4a'), await countFiles()]).toEqual([
      false,
      'third story',
      4,
    ]);
  });

  it('detects a damaged file when opening it, and is repaired by that file alone', async () => {
    endSession();
    await flipByte('second story');
    await begin();
    expect(viewOf(quay)).toMatchObject({ isWhole: true, isDamaged: false });
    expect([await readKept('a.m4a'), await readKept('b.m4a')]).toEqual(['first story', null]);
    expect([viewOf(quay)?.isDamaged, isStored('/v1/media/b.m4a')]).toEqual([true, false]);
    heard.length = 0;
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ phase: 'none', isDamaged: false });
    expect([askedFiles(), await readKept('b.m4a')]).toEqual([['b.m4a'], 'second story']);
  });

  it('detects by a check that a file is damaged, even if it was sound before', async () => {
    expect(await readKept('b.m4a')).toBe('second story');
    await flipByte('second story');
    expect(await checkPack(quay)).toEqual({ audio: { whole: 1, all: 2 }, hasMap: true, isWhole: false });
    expect(viewOf(quay)?.isDamaged).toBe(true);
  });

  it('shares files with another pack, and leaves them to it', async () => {
    await serve(bridge, 'v1', { 'a.m4a': 'first story', 'd.m4a': 'on the bridge' });
    await downloadPack(bridge);
    expect(askedFiles()).toEqual(['d.m4a']);
    await removePack(quay);
    expect([storedPack(quay), isStored('/v1/media/b.m4a'), await readKept('a.m4a')]).toEqual([
      null,
      false,
      'first story',
    ]);
    expect([viewOf(quay)?.isWhole, await countFiles(), packs.bytes]).toEqual([false, 2, 24]);
    await removeAllPacks();
    expect([await countFiles(), packs.bytes]).toEqual([0, 0]);
  });

  it('that this build cannot read counts as none, but its files are reused by a download', async () => {
    endSession();
    await changeRecords((record) => ({ ...record, places: 'in another form' }));
    heard.length = 0;
    await begin();
    expect(storedPack(quay)).toBeNull();
    await downloadPack(quay);
    expect([viewOf(quay)?.isWhole, askedFiles()]).toEqual([true, []]);
  });
});

describe('the data that a walk needs besides the files', () => {
  it('is stored before a pack is whole, even if no screen has loaded it', async () => {
    await serve(quay, 'v1', QUAY);
    const { 'GET /v1/config': config } = answers;
    delete answers['GET /v1/config'];
    await begin();
    void downloadPack(quay);
    await untilView(quay, { phase: 'waiting', failure: 'offline', isWhole: false, filesHere: 4 });
    answers['GET /v1/config'] = config;
    await untilView(quay, { phase: 'none', isWhole: true });
    expect(storage.read('appConfig')).toEqual(WITH_TILES);
  });

  it('is added at the next start for a pack from an earlier build', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    await downloadPack(quay);
    endSession();
    storage.forget('appConfig');
    await begin();
    await until(() => expect(storage.read('appConfig')).toEqual(WITH_TILES));
  });

  it('is checked: a configuration without a map fails, as does a newer place’s story', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    await downloadPack(quay);
    answers['GET /v1/config'] = configOf();
    storage.write('appConfig', configOf());
    const media = (link: string) => ({ data: mediaLink({ link }) });
    const here = listedPlace(1, { map: { id: quay }, media: media('/v1/media/a.m4a?signature=new') });
    const later = listedPlace(2, { map: { id: quay }, media: media('/v1/media/later.m4a') });
    places.list = ref([here, later]);
    expect(await checkPack(quay)).toEqual({ audio: { whole: 1, all: 2 }, hasMap: false, isWhole: true });
    places.list = ref([]);
  });
});

describe('a pack deleted by the browser', () => {
  it('is reported as lost until it is downloaded again or no longer wanted', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    await downloadPack(quay);
    endSession();
    for (const name of await caches.keys()) if (name.startsWith('drop-ici-kept')) await caches.delete(name);
    await begin();
    expect(viewOf(quay)).toMatchObject({ isLost: true, isWhole: false, phase: 'none' });
    await downloadPack(quay);
    expect(viewOf(quay)).toMatchObject({ isLost: false, isWhole: true });
    await removePack(quay);
    expect(viewOf(quay)).toMatchObject({ isLost: false, isWhole: false });
  });

  it('is not reported to another account', async () => {
    await serve(quay, 'v1', QUAY);
    await begin();
    await downloadPack(quay);
    endSession();
    await begin(ben);
    expect(viewOf(quay)?.isLost ?? false).toBe(false);
  });
});
