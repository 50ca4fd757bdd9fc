import { beforeEach, expect, test } from 'vitest';
import type { ManyPlacesChange } from '../../../contracts/calls/many-calls.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { changeRows } from '../../support/database/test-database.ts';
import { plain } from '../../support/samples/made-pictures.ts';
import { call, codeOf } from '../../support/server/api.ts';
import {
  addMember,
  fillingOf,
  fixture,
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  signUpAs,
  signUpMember,
  upload,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
let dropper: Person;
let here: ParcoursId;
let there: ParcoursId;
beforeEach(async () => {
  owner = await signUpAs(server, 'Owner', 'editor');
  [here, there] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner, 'La gare')];
  dropper = await signUpMember(server, owner, here, 'Dropper', 'drop');
});

const change = (body: ManyPlacesChange, { token } = owner, mapId = here) =>
  call(server.origin, 'changeManyPlaces', { params: { mapId }, body }, token);
const origins = async (mapId = here) =>
  (await call(server.origin, 'listOrigins', { params: { mapId } }, owner.token)).places;
const placesOn = async (mapId: ParcoursId) =>
  (await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, owner.token)).places;
const plan = async () => (await call(server.origin, 'planPlace', { body: plannedPoint(here) }, owner.token)).id;
const plannedOn = async (mapId: ParcoursId) =>
  (await call(server.origin, 'listPlanned', { params: { mapId } }, owner.token)).planned;
/** Fills a planned place with a drop that waits: its audio arrives last. */
const fillPlanned = async (planned: PlaceId): Promise<PlaceId> => {
  const { newPlace } = await call(server.origin, 'createPlace', { body: fillingOf(here, planned) }, dropper.token);
  await upload(server.origin, dropper, newPlace.place_id, await fixture('conforming-mono.wav'));
  return newPlace.place_id;
};
const order = async (placeIds: PlaceId[]) => {
  const params = { mapId: here };
  const { version } = await call(server.origin, 'readOrder', { params }, owner.token);
  await call(server.origin, 'setOrder', { params, body: { placeIds, version } }, owner.token);
};
const requireApproval = (mapId: ParcoursId) =>
  call(server.origin, 'requireApproval', { params: { mapId }, body: { required: true } }, owner.token);

test('editors learn who made each place and when, planned ones too, without drafts', async () => {
  const [own, theirs] = [await makePlace(server.origin, owner, here), await makePlace(server.origin, dropper, here)];
  await makeDraft(server.origin, owner, here);
  const planned = await plan();
  const listed = await origins();
  expect(listed.map(({ id, author }) => [id, author?.id])).toEqual([
    [own, owner.user.id],
    [theirs, dropper.user.id],
    [planned, owner.user.id],
  ]);
  expect(Date.parse(listed[0]?.createdAt ?? '')).not.toBeNaN();
});

test('several places are renamed and deleted at once, each with its earlier version and a way back', async () => {
  const [a, b] = [await makePlace(server.origin, owner, here), await makePlace(server.origin, dropper, here)];
  const [planned, elsewhere] = [await plan(), await makePlace(server.origin, owner, there)];
  const names = [a, b, planned, elsewhere].map((id, at) => ({ id, appelation: at === 0 ? '' : `${at}. Lieu` }));
  // The place of another parcours is none of this one's.
  expect(await change({ act: 'rename', names })).toEqual({ placeIds: [a, b, planned] });
  expect((await placesOn(here)).map(({ appelation }) => appelation)).toEqual(['drop', '1. Lieu']);
  expect((await plannedOn(here)).map(({ appelation }) => appelation)).toEqual(['2. Lieu']);
  const { versions } = await call(server.origin, 'listVersions', { params: { placeId: b } }, owner.token);
  expect(versions).toHaveLength(1);

  expect(await change({ act: 'delete', placeIds: [a, planned, elsewhere] })).toEqual({ placeIds: [a, planned] });
  expect([(await placesOn(here)).map(({ id }) => id), await plannedOn(here)]).toEqual([[b], []]);
  for (const placeId of [a, planned]) await call(server.origin, 'restorePlace', { params: { placeId } }, owner.token);
  expect([(await placesOn(here)).map(({ id }) => id), (await plannedOn(here)).length]).toEqual([[a, b], 1]);
});

test('one member who may drop is asked for the planned ones of several places, or nobody in particular', async () => {
  const [first, second, drop] = [await plan(), await plan(), await makePlace(server.origin, owner, here)];
  const ask = (asked: UserId | null, by = owner) => change({ act: 'ask', placeIds: [first, second, drop], asked }, by);
  const asked = async () => (await plannedOn(here)).map((place) => place.asked?.id ?? null);
  const stranger = await signUpAs(server, 'Stranger', 'user');
  const listener = await signUpMember(server, owner, here, 'Listener', 'guest');
  for (const { user } of [stranger, listener]) expect(await codeOf(ask(user.id))).toBe('not_found');
  expect(await codeOf(ask(null, dropper))).toBe('forbidden');
  expect(await ask(dropper.user.id)).toEqual({ placeIds: [first, second] });
  expect(await asked()).toEqual([dropper.user.id, dropper.user.id]);
  await ask(null);
  expect(await asked()).toEqual([null, null]);
});

test('places move only to a parcours that the person may edit and their authors may drop on, and still wait', async () => {
  await requireApproval(here);
  const [own, theirs] = [await makePlace(server.origin, owner, here), await makePlace(server.origin, dropper, here)];
  const planned = await plan();
  await order([own, theirs]);
  const placeIds = [own, theirs, planned];
  const foreign = await makeParcours(server.origin, dropper);
  await addMember(server.origin, dropper, foreign, owner, 'drop');
  expect(await codeOf(change({ act: 'move', placeIds, to: foreign }))).toBe('forbidden');
  expect(await codeOf(change({ act: 'move', placeIds, to: there }, dropper))).toBe('forbidden');

  expect(await change({ act: 'move', placeIds, to: there })).toEqual({ placeIds: [own, planned] });
  expect((await placesOn(here)).map(({ id }) => id)).toEqual([theirs]);
  await addMember(server.origin, owner, there, dropper, 'drop');
  expect(await change({ act: 'move', placeIds, to: there })).toEqual({ placeIds: [theirs] });
  const moved = await placesOn(there);
  expect(moved.map(({ id, held, step }) => [id, held, step])).toEqual([
    [own, undefined, undefined],
    [theirs, 'waiting', undefined],
  ]);
  expect((await plannedOn(there)).map(({ id }) => id)).toEqual([planned]);
});

test('a place moves neither with a voice of who may not drop there, nor with earlier versions by them', async () => {
  const [spoken, renamed] = [await makePlace(server.origin, owner, here), await makePlace(server.origin, owner, here)];
  const editor = await signUpMember(server, owner, here, 'Second', 'editor', 'editor');
  await upload(server.origin, editor, spoken, await fixture('conforming-stereo.wav'));
  const rename = (appelation: string, { token }: Person) =>
    call(server.origin, 'updatePlace', { body: { id: renamed, appelation } }, token);
  await rename('Un', editor);
  await rename('Deux', owner);
  expect(await change({ act: 'move', placeIds: [spoken, renamed], to: there })).toEqual({ placeIds: [renamed] });
  const { versions } = await call(server.origin, 'listVersions', { params: { placeId: renamed } }, owner.token);
  expect(versions.map(({ replacedBy }) => replacedBy?.isSelf)).toEqual([true]);
});

test('a parcours that is reported or hidden can’t be copied, and no place moves out of it', async () => {
  const placeIds = [await makePlace(server.origin, owner, here)];
  const attempts = async () => [
    await codeOf(call(server.origin, 'copyParcours', { params: { mapId: here }, body: {} }, owner.token)),
    await codeOf(change({ act: 'move', placeIds, to: there })),
  ];
  const thing = { kind: 'map' as const, id: here };
  await call(server.origin, 'report', { body: { thing, reason: 'other', words: 'Non' } }, dropper.token);
  expect(await attempts()).toEqual(['forbidden', 'forbidden']);
  const chief = await signUpAs(server, 'Chief', 'admin');
  const measure = (kind: 'hide' | 'restore') =>
    call(server.origin, 'takeMeasure', { body: { thing, kind, words: '' } }, chief.token);
  await measure('hide');
  expect(await attempts()).toEqual(['forbidden', 'forbidden']);
  await measure('restore');
  expect(await attempts()).toEqual(['ok', 'ok']);
});

test('of a planned place and who fills it, one that moves alone leaves the other free', async () => {
  const [planned, other] = [await plan(), await plan()];
  await requireApproval(here);
  await addMember(server.origin, owner, there, dropper, 'drop');
  const [waits, waitsToo] = [await fillPlanned(planned), await fillPlanned(other)];
  const states = async (mapId: ParcoursId) =>
    (await plannedOn(mapId)).map(({ id, state, filledBy }) => [id, state, filledBy]);
  expect(await change({ act: 'move', placeIds: [waits, other, waitsToo], to: there })).toEqual({
    placeIds: [other, waits, waitsToo],
  });
  expect(await states(here)).toEqual([[planned, 'planned', null]]);
  expect(await states(there)).toEqual([[other, 'waiting', waitsToo]]);
  // On the same parcours nothing changes.
  expect(await change({ act: 'move', placeIds: [planned], to: here })).toEqual({ placeIds: [] });
});

test('a filling without audio stays unseen when its planned place moves alone', async () => {
  const planned = await plan();
  const { newPlace } = await call(server.origin, 'createPlace', { body: fillingOf(here, planned) }, dropper.token);
  expect(await change({ act: 'move', placeIds: [planned], to: there })).toEqual({ placeIds: [planned] });
  expect([await placesOn(here), await plannedOn(there)]).toMatchObject([[], [{ id: planned, state: 'planned' }]]);
  await upload(server.origin, dropper, newPlace.place_id, await fixture('conforming-mono.wav'));
  expect((await placesOn(here)).map(({ id }) => id)).toEqual([newPlace.place_id]);
  expect((await plannedOn(there)).map(({ id }) => id)).toEqual([planned]);
});

test('places with tellings move only where the first language is theirs', async () => {
  const [told, untold] = [await makePlace(server.origin, owner, here), await makePlace(server.origin, owner, here)];
  const params = { placeId: told, language: 'fr', kind: 'standard' as const };
  const body = { name: '', text: 'Vieux.', link: null, pictures: [] };
  await call(server.origin, 'changeTelling', { params, body }, owner.token);
  const speak = (language: string) => {
    const about = { language, facts: {}, translations: [] };
    return call(server.origin, 'changeAbout', { params: { mapId: there }, body: about }, owner.token);
  };
  const move = (placeId: PlaceId) => codeOf(change({ act: 'move', placeIds: [placeId], to: there }));
  await speak('en');
  expect(await move(told)).toBe('conflict');
  expect(await move(untold)).toBe('ok');
  await speak('fr');
  expect(await move(told)).toBe('ok');
});

test('a copy has texts, order, plan and own stories, a planned place for each voice of others, and one member', async () => {
  const [own, theirs, reported, mixed] = [
    await makePlace(server.origin, owner, here),
    await makePlace(server.origin, dropper, here),
    await makePlace(server.origin, owner, here),
    await makePlace(server.origin, dropper, here),
  ];
  await upload(server.origin, owner, own, await fixture('conforming-mono.wav'));
  await upload(server.origin, dropper, theirs, await fixture('conforming-stereo.wav'));
  // Audio by an editor in a place by somebody else.
  await upload(server.origin, owner, mixed, await fixture('conforming-mono.wav'));
  await call(
    server.origin,
    'report',
    { body: { thing: { kind: 'place', id: reported }, reason: 'other', words: 'Non' } },
    dropper.token,
  );
  const write = (placeId: PlaceId, kind: 'easy' | 'children', text: string) => {
    const body = { name: '', text, link: null, pictures: [] };
    return call(server.origin, 'changeTelling', { params: { placeId, language: 'fr', kind }, body }, owner.token);
  };
  for (const placeId of [own, theirs]) await write(placeId, 'easy', 'Facile.');
  const tell = async ({ token }: Person, kind: 'easy' | 'children' | 'description') => {
    const file = new Blob([wavOf(new Int16Array(9).fill(kind.length))]);
    const fields = { place_id: own, telling: `fr.${kind}`, size: file.size, length: 1 };
    await call(server.origin, 'uploadAudio', { fields, file }, token);
  };
  const editor = await signUpMember(server, owner, here, 'Editor', 'editor', 'editor');
  await tell(owner, 'easy');
  await tell(editor, 'children');
  await write(own, 'children', 'Petit.');
  await tell(editor, 'description');
  for (const kind of ['easy', 'children'] as const) {
    const body = { transcript: { vtt: 'WEBVTT', state: 'approved' as const } };
    await call(
      server.origin,
      'changeTranscript',
      { params: { placeId: own, language: 'fr', kind }, body },
      owner.token,
    );
  }
  const about = { language: 'fr', facts: { authors: 'Nous' }, translations: [] };
  await call(server.origin, 'changeAbout', { params: { mapId: here }, body: about }, owner.token);
  const file = new Blob([new Uint8Array(await plain(20, 10, 'teal').png().toBuffer())]);
  const addPicture = ({ token }: Person) =>
    call(server.origin, 'addPicture', { params: { placeId: own }, fields: {}, file }, token);
  const [{ id: mine }, { id: editors }] = [await addPicture(owner), await addPicture(editor)];
  for (const [language, id] of [['br', mine] as const, ['oc', editors] as const]) {
    const body = { name: '', text: '', link: null, pictures: [{ id, description: 'Une arche' }] };
    const params = { placeId: own, language, kind: 'standard' as const };
    await call(server.origin, 'changeTelling', { params, body }, owner.token);
  }
  const planned = await plan();
  await order([theirs, planned, own]);
  await requireApproval(here);
  await makePlace(server.origin, dropper, here);
  await makeDraft(server.origin, owner, here);
  const copy = (person: Person, title?: string) =>
    call(server.origin, 'copyParcours', { params: { mapId: here }, body: { title } }, person.token, 'copy-once');
  expect(await codeOf(copy(dropper))).toBe('forbidden');
  // Who may not plan gets only what is their own, and so can delete it.
  await call(
    server.origin,
    'setMemberPrivilege',
    { params: { mapId: here, userId: dropper.user.id }, body: { privilege: 'admin' } },
    owner.token,
  );
  const { newParcours: theirCopy } = await copy(dropper, 'La rive');
  // Who may not edit a parcours names a copy of it too, but only once.
  expect(theirCopy.title).toBe('La rive');
  expect(await copy(dropper, 'Le bord')).toEqual({ newParcours: theirCopy });
  const theirPlaces = { body: { mapIds: [theirCopy.id] } };
  const { places } = await call(server.origin, 'listPlaces', theirPlaces, dropper.token);
  expect(places.map(({ userId }) => userId)).toEqual([dropper.user.id]);
  const { newParcours } = await copy(owner);
  expect(newParcours.title).toBe('Le quai (copie)');
  // A repeated request makes no other copy, and may choose another name.
  expect(await copy(owner)).toEqual({ newParcours });
  const renamed = { ...newParcours, title: 'Le bord' };
  expect(await copy(owner, 'Le bord')).toEqual({ newParcours: renamed });
  expect((await call(server.origin, 'listParcours', {}, owner.token)).map(({ name }) => name)).toContain('Le bord');
  const copied = await placesOn(newParcours.id);
  expect(copied.map(({ userId, step }) => [userId, step])).toEqual([[owner.user.id, 1]]);
  const linkOf = (places: typeof copied, at: number) => places[at]?.media?.data.link.split('?')[0];
  expect(linkOf(copied, 0)).toBe(linkOf(await placesOn(here), 0));
  const { words } = await call(server.origin, 'readWords', { params: { mapId: newParcours.id } }, owner.token);
  expect(words.about.facts).toEqual({ authors: 'Nous' });
  expect(words.places.map(({ id }) => id)).toEqual([copied[0]?.id]);
  const said = words.places[0]?.tellings.map(({ kind, text, media }) => [kind, text, media !== null]);
  expect(said).toEqual([
    ['easy', 'Facile.', true],
    ['children', 'Petit.', false],
    // Describes a copied picture.
    ['standard', '', false],
  ]);
  expect(words.places[0]?.pictures).toHaveLength(1);
  // Of the voice that stays behind, what was said is only a draft.
  const placeId = copied[0]?.id;
  if (placeId === undefined) throw new Error('Expected the copied place, got none');
  const { tellings } = await call(server.origin, 'readPlaceWords', { params: { placeId } }, owner.token);
  const states = tellings.map(({ kind, transcript }) => [kind, transcript?.state]);
  expect(states).toEqual([
    ['easy', 'approved'],
    ['children', 'draft'],
    ['standard', undefined],
  ]);
  const plans = await plannedOn(newParcours.id);
  expect(plans.map(({ state, asked }) => [state, asked])).toEqual(Array.from({ length: 3 }, () => ['planned', null]));
  const params = { mapId: newParcours.id };
  const ordered = await call(server.origin, 'readOrder', { params }, owner.token);
  expect(ordered.placeIds).toEqual([plans[0]?.id, plans[2]?.id, copied[0]?.id]);
  expect((await call(server.origin, 'listMembers', { params }, owner.token)).map(({ id }) => id)).toEqual([
    owner.user.id,
  ]);
  expect((await call(server.origin, 'readParcours', { params }, owner.token)).needs_approval).toBe(true);
  // The audio stays while one of them plays it.
  for (const placeId of [own, mixed]) await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
  const link = (await placesOn(newParcours.id))[0]?.media?.data.link;
  expect((await fetch(new URL(link ?? '', server.origin))).status).toBe(200);
});

test('a copy has no planned place that is hidden, and not the voice of a deleted account', async () => {
  const id = await makePlace(server.origin, dropper, here, 'La voix');
  await upload(server.origin, dropper, id, await fixture('conforming-stereo.wav'));
  await changeRows(server.dataDir, (tx) => tx('places').where({ id }).update({ author_id: null, audio_by: null }));
  const thing = { kind: 'place' as const, id: await plan() };
  const chief = await signUpAs(server, 'Chief', 'admin');
  await call(server.origin, 'takeMeasure', { body: { thing, kind: 'hide', words: '' } }, chief.token);
  const request = { params: { mapId: here }, body: {} };
  const { newParcours } = await call(server.origin, 'copyParcours', request, owner.token);
  expect(await placesOn(newParcours.id)).toEqual([]);
  expect((await plannedOn(newParcours.id)).map(({ appelation }) => appelation)).toEqual(['La voix']);
});
