import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { toneOf } from '../audio/wav-bytes.ts';
import { call } from '../server/api.ts';
import { makeParcours, type Person, upload } from '../server/people.ts';
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
): Promise<{ readonly parcoursId: ParcoursId; readonly sounds: readonly (string | null)[] }> {
  const parcoursId = await makeParcours(origin, author, LONG_WALK_TITLE);
  const sounds = await makeEach(places, async ({ name, geometry, storyS }, index) => {
    const properties = { appelation: name, type: 'la' as const, mapId: parcoursId };
    const body = { type: 'Feature' as const, geometry, properties };
    const { newPlace } = await call(origin, 'createPlace', { body }, author.token);
    return hasStory(index) ? giveStory(origin, author, newPlace.place_id, index, storyS) : null;
  });
  return { parcoursId, sounds };
}

async function giveStory(
  origin: string,
  author: Person,
  place: PlaceId,
  index: number,
  lengthS: number,
): Promise<string> {
  // A tone of its own, so that its audio has a hash of its own.
  const story = toneOf(200 + 2 * index, lengthS);
  const { link } = await upload(origin, author, place, story, { length: lengthS });
  return new URL(link, origin).pathname.replace(/^.*\/|\.\w+$/g, '');
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
