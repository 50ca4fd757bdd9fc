import { afterEach, expect, test } from 'vitest';
import { readPlaceList } from '../../../app/places/place-list-cache.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { listCall, listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const quays = ParcoursId.parse(1);
const QUERY = '?expires=1&session=s&signature=x';
const rendition = { link: '/v1/media/a.m4a', type: 'audio/mp4', bytes: 1000 };
const media = { data: mediaLink({ link: '/v1/media/a.wav', peaks: '/v1/media/a.dat', rendition }) };
const bridge = listedPlace(1, { media });
const quay = listedPlace(2);

afterEach(() => clearSessionData());

/** Responds like the server, and records the requested versions. */
function answerList(version: string): (string | null)[] {
  const known: (string | null)[] = [];
  answerCalls({
    [listCall(quays)]: ({ headers }: RequestInit) => {
      const tag = new Headers(headers).get('If-None-Match');
      known.push(tag);
      if (tag === `W/"${version}"`) return new Response(null, { status: 304 });
      return { version, linkQuery: QUERY, places: [quay, bridge] };
    },
  });
  return known;
}

test('places are in their order, otherwise in that of their ids, with the query behind each link', async () => {
  answerList('one');
  const [first, second] = await readPlaceList([quays]);
  expect(first?.media?.data).toEqual({
    ...media.data,
    link: `/v1/media/a.wav${QUERY}`,
    peaks: `/v1/media/a.dat${QUERY}`,
    rendition: { ...rendition, link: `/v1/media/a.m4a${QUERY}` },
  });
  expect(second).toEqual(quay);
  answerCalls({ [listCall(quays)]: { version: 'two', linkQuery: QUERY, places: [bridge, { ...quay, step: 1 }] } });
  expect((await readPlaceList([quays])).map(({ id }) => id)).toEqual([2, 1]);
});

test('an unchanged list is not sent again until it changes or the session ends', async () => {
  const asked = answerList('one');
  const first = await readPlaceList([quays]);
  expect(await readPlaceList([quays])).toBe(first);
  expect(asked).toEqual([null, 'W/"one"']);
  const askedThen = answerList('two');
  expect(await readPlaceList([quays])).toEqual(first);
  clearSessionData();
  await readPlaceList([quays]);
  expect(askedThen).toEqual(['W/"one"', null]);
});
