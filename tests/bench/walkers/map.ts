import { createHash } from 'node:crypto';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { openDatabase } from '../../../server/cluster/open-stores.ts';
import type { DatabaseLocation } from '../../../server/store/database.ts';
import { insertPlace } from '../../../server/store/places.ts';
import { dataChunk, fmtChunk, wavFile } from '../../support/audio/wav-bytes.ts';
import { pictureFile } from '../../support/samples/picture.ts';
import { call } from '../../support/server/api.ts';
import { makeInvite, makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { makePlaces } from '../quarter.ts';

const SEED = 7;
/** Places of the map, and those that have a story. */
const PLACES = 100;
const STORIES = 20;
/** A minute and a half in 64 kbit/s: what is served is the master here, of as many bytes as its rendition would have. */
const STORY_BYTES = 720_000;

/** A map that people walk. */
export interface WalkedMap {
  readonly owner: Person;
  readonly parcoursId: ParcoursId;
  readonly imageUrl: string;
  /** The first of the places that have a story. */
  readonly placeId: PlaceId;
  /** The token of an invitation for guests. */
  readonly invitation: string;
}

/** Makes it, most of its places straight in the database. */
export async function makeWalkedMap(origin: string, location: DatabaseLocation): Promise<WalkedMap> {
  const owner = await signUp(origin, 'Owner');
  const database = await openDatabase(location);
  try {
    await database.transact((tx) => tx('accounts').where({ id: owner.user.id }).update({ role: 'admin' }));
    const parcoursId = await makeParcours(origin, owner, 'Les quais');
    await database.transact(async (tx) => {
      for (const { geometry } of makePlaces(SEED, PLACES - STORIES)) {
        const row = {
          parcours_id: parcoursId,
          author_id: owner.user.id,
          name: 'Un lieu',
          kind: 'la',
          media_sha256: null,
        };
        await insertPlace(tx, { ...row, geometry: JSON.stringify(geometry), created_at: new Date(0).toISOString() });
      }
    });
    const stories: PlaceId[] = [];
    for (let index = 0; index < STORIES; index++) stories.push(await addStory(origin, owner, parcoursId, index));
    const image = { params: { mapId: parcoursId }, fields: {}, file: pictureFile() };
    const { image_url: imageUrl } = await call(origin, 'uploadParcoursImage', image, owner.token);
    const { token: invitation } = await makeInvite(origin, owner, parcoursId);
    const [placeId] = stories;
    if (placeId === undefined) throw new Error('Expected a place with a story');
    return { owner, parcoursId, imageUrl, placeId, invitation };
  } finally {
    await database.close();
  }
}

async function addStory(origin: string, owner: Person, parcoursId: ParcoursId, index: number): Promise<PlaceId> {
  const id = await makePlace(origin, owner, parcoursId, `Histoire ${index}`);
  const noise = createHash('shake256', { outputLength: STORY_BYTES }).update(String(index)).digest();
  const samples = new Int16Array(noise.buffer, noise.byteOffset, STORY_BYTES / 2);
  await upload(origin, owner, id, new Blob([wavFile([fmtChunk(), dataChunk(samples)])]));
  return id;
}
