import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../audio/wav-bytes.ts';
import { call } from '../server/api.ts';
import { makePlace, type Person, upload } from '../server/people.ts';
import type { ServerProcess } from '../server/server-process.ts';

const SEED = 20_261_125;
/** Calls under way at once. */
const ABREAST = 6;
/** Between two things that people do. */
const PAUSE_MS = 20;

/** What was put on a service. */
export interface Filled {
  readonly owner: Person;
  readonly maps: readonly ParcoursId[];
  readonly places: readonly PlaceId[];
}

/** Lets people change a service until it is stopped: new places and audio, changed and deleted ones. */
export function startLife({ origin }: ServerProcess, { owner, maps, places }: Filled) {
  const random = createRandom(SEED);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const own: PlaceId[] = [...places];
  let [acts, newest, isDone] = [0, 0, false];
  const act = async (): Promise<void> => {
    const parcoursId = oneOf(maps);
    const chance = random();
    if (chance < 0.4) {
      const place = await makePlace(origin, owner, parcoursId, `Place ${acts}`);
      newest = Math.max(newest, place);
      own.push(place);
    } else if (chance < 0.6) {
      await upload(origin, owner, oneOf(own), recording(random));
    } else if (chance < 0.8) {
      await call(origin, 'updatePlace', { body: { id: oneOf(own), appelation: `Renamed ${acts}` } }, owner.token);
    } else {
      const [placeId] = own.splice(Math.floor(random() * own.length), 1);
      if (placeId !== undefined) await call(origin, 'deletePlace', { params: { placeId } }, owner.token);
    }
    acts++;
  };
  const living = (async () => {
    while (!isDone) {
      await act();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    /** Ends it; returns how many things were done, and the highest id of a place. */
    stop: async () => {
      isDone = true;
      await living;
      return { acts, newest };
    },
  };
}

/** Runs work for the numbers from 0, some at once. */
export async function abreast(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: ABREAST }, lane));
}

/** Of 0.5 to 3 s, each with content of its own. */
export function recording(random: () => number): Blob {
  const samples = new Int16Array(22_050 + Math.floor(random() * 110_000));
  for (let at = 0; at < samples.length; at++) samples[at] = (random() - 0.5) * 30_000;
  return new Blob([wavOf(samples)]);
}
