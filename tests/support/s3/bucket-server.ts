import { createHash } from 'node:crypto';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { ObjectStore } from '../../../server/cluster/object-store.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import { type MediaName, pathOfMedia } from '../../../server/store/files.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { type FaultProxy, startFaultProxy } from '../network/fault-proxy.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { type S3Server, startS3, TEST_PATIENCE } from './s3-servers.ts';

/** A place with a sound of its own. */
interface Drop {
  readonly placeId: PlaceId;
  readonly wav: Uint8Array;
  readonly link: string;
}

/** A server that keeps its media below `voices/` in a bucket, and makes renditions. */
export interface BucketServer {
  readonly server: TestServer;
  /** Somebody on it. */
  readonly owner: Person;
  readonly s3: S3Server;
  /** What it reaches the bucket by: a share of 1 refuses all it asks. */
  readonly line: FaultProxy;
  /** What it keeps there, whatever becomes of the line. */
  readonly store: ObjectStore;
  /** Its settings of the bucket. */
  readonly env: Readonly<Record<string, string>>;
  /** What it keeps there, in order. */
  keys(): Promise<string[]>;
  /** Somebody's place that plays this, on a map of its own; the owner's, with a sound like no other, unless said otherwise. */
  drop(wav?: Uint8Array<ArrayBuffer>, person?: Person): Promise<Drop>;
  stop(): Promise<void>;
}

let sounds = 0;

/** Half a second of sound like no other. */
export function sound(): Uint8Array<ArrayBuffer> {
  return wavOf(new Int16Array(22_050).fill(++sounds));
}

/** The name that a server gives to a recording. */
export function nameOf(wav: Uint8Array): MediaName {
  return { sha256: createHash('sha256').update(wav).digest('hex'), extension: 'wav' };
}

/** Where a server keeps a file in its part of the bucket. */
export function keyOf(name: MediaName): string {
  return `media/${pathOfMedia(name)}`;
}

/** Starts it on a store of its own. The caller stops it. */
export async function startBucketServer(): Promise<BucketServer> {
  const s3 = await startS3();
  const line = await startFaultProxy(s3.settings.origin, Math.random, () => ['refused'], { keepsHost: true });
  const store = createS3Store({ ...s3.settings, prefix: 'voices/' }, TEST_PATIENCE);
  const env = { ...s3.environment('voices'), S3_ENDPOINT: line.origin };
  const server = await startServer({ ...env, RENDITIONS: '1' });
  const owner = await signUp(server.origin, 'Owner');
  return {
    server,
    owner,
    s3,
    line,
    store,
    env,
    keys: async () => {
      const found: string[] = [];
      for await (const { key } of store.list('')) found.push(key);
      return found;
    },
    drop: async (wav = sound(), person = owner) => {
      const placeId = await makePlace(server.origin, person, await makeParcours(server.origin, person));
      const { link } = await upload(server.origin, person, placeId, new Blob([wav]));
      return { placeId, wav, link };
    },
    stop: async () => {
      await server.stop();
      store.close();
      await line.stop();
      await s3.stop();
    },
  };
}
