import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { PackView } from '../../../app/packs/pack-view.ts';
import { packs, startPacks } from '../../../app/packs/packs.ts';
import { switchOfflineMode } from '../../../app/page/offline.ts';
import { openStoredFile } from '../../../app/platform/packs/stored-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import type { Pack } from '../../../contracts/pack.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls, type HeardCall } from '../page/answers.ts';
import { limitStorage } from '../page/device.ts';
import { forgetSession } from '../page/forget-session.ts';
import { WITH_TILES } from '../samples/config.ts';
import { type Contents, packOf } from '../samples/packs.ts';
import { until } from '../until.ts';
import { packedMap } from './kept-pack.ts';

const ana = UserId.parse(3);
/** The parcours whose pack has the files of {@link QUAY}. */
export const quay = ParcoursId.parse(7);
/** The call for the manifest of {@link quay}. */
export const MANIFEST = 'GET /v1/map/map/7/pack?links=apart';
/** Contents of 38 bytes. */
export const QUAY: Contents = {
  'a.m4a': 'first story',
  'a.dat': 'waveform',
  'b.m4a': 'second story',
  'map.pmtiles': 'the map',
};

let session: Scope;
/** What the server responds with in this test, as for `answerCalls`. */
export let answers: Record<string, unknown>;
/** The calls of this test. */
export let heard: HeardCall[];

/** Begins each test of a file with an empty device and a server without packs, and ends its session. */
export function startEachWithoutPacks(): void {
  beforeEach(async () => {
    answers = { 'GET /v1/config': WITH_TILES };
    heard = answerCalls(answers);
    session = new Scope();
    await forgetDevice();
  });
  afterEach(async () => {
    endSession();
    switchOfflineMode(false);
    await limitStorage(null);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

/** Has the server list these parcours. */
export function listParcours(...ids: ParcoursId[]): void {
  answers['GET /v1/map/maps-for-user'] = ids.map((id) => ({ ...packedMap, id }));
}

async function forgetDevice(): Promise<void> {
  storage.forget('keptPacks', 'appConfig');
  for (const name of await caches.keys()) if (name.startsWith('drop-ici-kept')) await caches.delete(name);
}

/** Lets the server have this pack and its files. */
export async function serve(
  parcoursId: ParcoursId,
  version: string,
  contents: Contents,
  signature = 'a',
): Promise<Pack> {
  const pack = await packOf(parcoursId, version, contents, signature);
  answers[`GET /v1/map/map/${parcoursId}/pack?links=apart`] = pack;
  for (const [name, text] of Object.entries(contents)) answers[fileCall(name, signature)] = new Response(text);
  return pack;
}

/** The call for a file. */
export function fileCall(name: string, signature = 'a'): string {
  return `GET /v1/media/${name}?signature=${signature}`;
}

/** Names of the files that were asked for, in order. */
export function askedFiles(): string[] {
  return heard.flatMap(({ call }) => /\/media\/([^?]+)/.exec(call)?.[1] ?? []);
}

/** Starts the packs of a person, as a page does. */
export async function begin(userId = ana): Promise<void> {
  session = new Scope();
  startPacks(session, userId);
  await until(() => expect(packs.isPersisted).not.toBeNull());
}

/** What a killed page leaves behind. */
export function endSession(): void {
  session.dispose();
  forgetSession();
  packs.isPersisted = null;
}

/** What the page shows of a pack. */
export function viewOf(parcoursId: ParcoursId): PackView | undefined {
  return packs.byMap[parcoursId];
}

/** Waits for a view, without the pauses between two tries. */
export function untilView(parcoursId: ParcoursId, wanted: Partial<PackView>): Promise<void> {
  return until(() => {
    window.dispatchEvent(new Event('online'));
    expect(viewOf(parcoursId)).toMatchObject(wanted);
  });
}

/** The text of a kept file; null where there is none. */
export async function readKept(name: string): Promise<string | null> {
  return (await (await openStoredFile(`/v1/media/${name}?signature=other`))?.text()) ?? null;
}

/** A response whose body doesn't end before its request is aborted. */
export function stalled({ signal }: RequestInit): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('sec'));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body);
}

/** Changes what the device notes of packs, as another tab or build of the app. */
export async function changeRecords(change: (record: object) => object): Promise<void> {
  const cache = await caches.open('drop-ici-kept-packs');
  for (const request of await cache.keys()) {
    const record = await (await cache.match(request))?.json();
    await cache.put(request, Response.json(change(record)));
  }
}

/** How many files are on the device. */
export async function countFiles(): Promise<number> {
  return (await (await caches.open('drop-ici-kept-files')).keys()).length;
}
