import { ref } from 'valtio';
import { afterEach, describe, expect, it } from 'vitest';
import { findCode, listCoded } from '../../../app/codes/codes.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { forgetPlaces, places, startPlaces } from '../../../app/places/places.ts';
import { NetworkError } from '../../../app/platform/net/api.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { placeCode } from '../../../contracts/place-code.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { forgetPack, keepPack, packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { listAnswer, listCall, listedPlace } from '../../support/samples/listed-place.ts';

const placeId = PlaceId.parse(5);
const code = placeCode(placeId);
const readPlace = `GET /v1/place/${placeId}`;
const readOpen = `GET /v1/place/code/${code}`;

afterEach(forgetPlaces);

describe('a code leads', () => {
  it('to a place of a pack without a network', async () => {
    answerCalls({});
    await keepPack([listedPlace(placeId)], []);
    expect(await findCode(code)).toEqual({ kind: 'own', placeId, parcoursId: packedMap.id });
    await forgetPack();
    await expect(findCode(code)).rejects.toThrow(NetworkError);
  });

  it('to a place that the server knows for this person, else to the public page of an open parcours', async () => {
    const { id, appelation, feature, map, userId } = listedPlace(placeId, { map: { id: ParcoursId.parse(3) } });
    answerCalls({ [readPlace]: { id, appelation, feature, map, userId, media_data: null } });
    expect(await findCode(code)).toEqual({ kind: 'own', placeId, parcoursId: 3 });
    const open = { placeId, mapId: 3, slug: 'le-quai' };
    answerCalls({ [readPlace]: refusal('forbidden', 403), [readOpen]: open });
    expect(await findCode(code)).toEqual({ kind: 'open', path: `/p/le-quai/q/${code}` });
  });

  it('nowhere, without a failure', async () => {
    answerCalls({ [readPlace]: refusal('not_found', 404), [readOpen]: refusal('not_found', 404) });
    expect(await findCode(code)).toBeNull();
    expect(await findCode('Le pont')).toBeNull();
  });
});

it('the parcours of a code is used, and its places are awaited', async () => {
  const map = { id: ParcoursId.parse(3) };
  answerCalls({
    [listCall(1)]: listAnswer(listedPlace(1)),
    [listCall(3)]: listAnswer(listedPlace(placeId, { map })),
  });
  parcours.selectedIds = [ParcoursId.parse(1)];
  const scope = new Scope();
  startPlaces(scope);
  await expect.poll(() => places.status).toBe('ready');
  expect(await listCoded({ kind: 'own', placeId, parcoursId: map.id })).toMatchObject({ id: placeId });
  expect(parcours.selectedIds).toEqual([map.id]);

  answerCalls({ [listCall(8)]: () => new Promise(() => {}) });
  const listed = listCoded({ kind: 'own', placeId: PlaceId.parse(80), parcoursId: ParcoursId.parse(8) });
  parcours.selectedIds = [map.id];
  expect(await listed).toBeUndefined();
  scope.dispose();
  parcours.selectedIds = [];
  places.list = ref([]);
});
