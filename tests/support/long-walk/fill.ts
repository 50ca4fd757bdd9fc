import { AUDIO_SAMPLE_RATE_HZ } from '../../../contracts/limits.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../api.ts';
import { makeParcours, type Person, upload } from '../people.ts';
import { wavOf } from '../wav-bytes.ts';
import type { WalkPlace } from './scenario.ts';

/** What the parcours of a long walk is called. */
export const LONG_WALK_TITLE = 'La longue balade';

const PLACES_AT_ONCE = 4;

/**
 * Puts the places of a long walk on a new parcours, with their stories.
 *
 * @param hasStory says of each place, by its index, whether it gets one
 * @returns for each place the SHA-256 of its master; null without a story
 */
export async function fillLongWalk(
  origin: string,
  author: Person,
  places: readonly WalkPlace[],
  hasStory: (index: number) => boolean,
): Promise<{ readonly mapId: ParcoursId; readonly sounds: readonly (string | null)[] }> {
  const mapId = await makeParcours(origin, author, LONG_WALK_TITLE);
  const sounds = await makeEach(places, async ({ name, geometry, storyS }, index) => {
    const properties = { appelation: name, type: 'la' as const, mapId };
    const body = { type: 'Feature' as const, geometry, properties };
    const { newPlace } = await call(origin, 'createPlace', { body }, author.token);
    return hasStory(index) ? giveStory(origin, author, newPlace.place_id, index, storyS) : null;
  });
  return { mapId, sounds };
}

async function giveStory(
  origin: string,
  author: Person,
  place: PlaceId,
  index: number,
  lengthS: number,
): Promise<string> {
  const { link } = await upload(origin, author, place, story(index, lengthS), { length: lengthS });
  return new URL(link, origin).pathname.replace(/^.*\/|\.\w+$/g, '');
}

/** A tone of its own for each place, so that its audio has a hash of its own. */
function story(index: number, lengthS: number): Blob {
  const hz = 200 + 2 * index;
  const samples = Int16Array.from(
    { length: lengthS * AUDIO_SAMPLE_RATE_HZ },
    (_, at) => 9000 * Math.sin((2 * Math.PI * hz * at) / AUDIO_SAMPLE_RATE_HZ),
  );
  return new Blob([wavOf(samples)]);
}

/** Makes all places, some at once, and returns what each made, in their order. */
async function makeEach<Made>(
  places: readonly WalkPlace[],
  make: (place: WalkPlace, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const waiting = [...places.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      made[next[0]] = await make(next[1], next[0]);
    }
  };
  await Promise.all(Array.from({ length: PLACES_AT_ONCE }, work));
  return made;
}
