import { ref, subscribe } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPackSheet, packSheet, packs } from '../../../app/packs/packs.ts';
import { packStrings as words } from '../../../app/packs/packs-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { switchOfflineMode } from '../../../app/page/offline.ts';
import { parcours, selectParcours } from '../../../app/parcours/parcours.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { showPackNews } from '../../../app/shell/home-notices.tsx';
import { packNews, startPackOffer, takePackNews } from '../../../app/shell/pack-offer.ts';
import { startListening, switchOnSite } from '../../../app/walk/listening.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { packView } from '../../support/samples/packs.ts';

const rest = { description: '', image_url: null, privilege: 'guest' as const, users: [], user_count: 1 };
const quay = ParcoursId.parse(7);
const port = ParcoursId.parse(8);
let scope: Scope;

function onLine(effectiveType: string): void {
  const connection = (navigator as unknown as { connection: object }).connection;
  vi.spyOn(Object.getPrototypeOf(connection), 'effectiveType', 'get').mockReturnValue(effectiveType);
}

beforeEach(() => {
  scope = new Scope();
  parcours.list = ref([
    { ...rest, id: quay, name: 'Le quai' },
    { ...rest, id: port, name: 'Le port' },
  ]);
  selectParcours(quay);
  startListening(scope);
  startPackOffer(scope);
  // As the home shell does after its next render.
  scope.add(subscribe(packNews, () => takePackNews().forEach(showPackNews), true));
  onLine('3g');
});
afterEach(() => {
  switchOnSite(false);
  scope.dispose();
  forgetSession();
  switchOfflineMode(false);
  openPackSheet(null);
  packs.byMap = {};
  notices.shown = [];
});

/** Starts a walk and ends it; the state reports its changes at the end of the same task. */
async function walk(): Promise<string[]> {
  notices.shown = [];
  switchOnSite(true);
  await Promise.resolve();
  switchOnSite(false);
  await Promise.resolve();
  return notices.shown.map(({ text }) => text);
}

describe('a walk whose pack has changed', () => {
  beforeEach(() => onLine('4g'));

  it('says once that the browser deleted it or some of its files, and opens the pack', async () => {
    packs.byMap[quay] = packView({ isLost: true });
    expect(await walk()).toEqual([words.walkLost('Le quai')]);
    notices.shown[0]?.action?.run();
    expect(packSheet.parcoursId).toBe(quay);
    packs.byMap[quay] = packView({ isWhole: true, isDamaged: true });
    expect(await walk()).toEqual([words.walkDamaged('Le quai')]);
    packs.byMap[port] = packView({ isLost: true });
    packs.byMap[quay] = packView({ isWhole: true });
    expect(await walk()).toEqual([]);
  });

  it('leaves it to the chip on the map while nothing can be downloaded', async () => {
    packs.byMap[quay] = packView({ isLost: true });
    switchOfflineMode(true);
    switchOnSite(true);
    await Promise.resolve();
    expect(notices.shown).toEqual([]);
    switchOfflineMode(false);
    await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.walkLost('Le quai')]);
  });

  it('says so if that happens during the walk', async () => {
    packs.byMap[quay] = packView({ isWhole: true });
    switchOnSite(true);
    await Promise.resolve();
    notices.shown = [];
    packs.byMap[quay] = packView({ isWhole: true, isDamaged: true });
    await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.walkDamaged('Le quai')]);
    packs.byMap[quay] = packView({ isWhole: true, isDamaged: true, filesHere: 1 });
    await Promise.resolve();
    expect(notices.shown).toHaveLength(1);
  });
});

describe('a walk that starts on a slow connection', () => {
  it('offers its map’s pack once, and another map’s pack once, too', async () => {
    expect(await walk()).toEqual([words.weakLine]);
    notices.shown[0]?.action?.run();
    expect(packSheet.parcoursId).toBe(quay);
    expect(await walk()).toEqual([]);
    selectParcours(port);
    expect(await walk()).toEqual([words.weakLine]);
  });

  it('offers nothing if the pack is whole or loading, or downloads are off', async () => {
    packs.byMap[quay] = packView({ isWhole: true });
    expect(await walk()).toEqual([]);
    packs.byMap[quay] = packView({ phase: 'downloading' });
    expect(await walk()).toEqual([]);
    packs.byMap[quay] = packView();
    switchOfflineMode(true);
    expect(await walk()).toEqual([]);
    switchOfflineMode(false);
    onLine('4g');
    expect(await walk()).toEqual([]);
  });
});
