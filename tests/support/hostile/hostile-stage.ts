import type { CallInput, RouteName } from '../../../contracts/routes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { toneOf } from '../audio/wav-bytes.ts';
import { plain } from '../samples/made-pictures.ts';
import { call } from '../server/api.ts';
import { addMember, type Person, plannedPoint, pointPlace, setRole, upload } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';
import type { Written } from './written-texts.ts';

/** A server whose every text is hostile, and the people who look at it. */
export interface HostileStage {
  /** Admin of the site and of all parcours. */
  readonly owner: Person;
  /** Author of all places; has messages, and an answer to a request and to a remark. */
  readonly author: Person;
  readonly suspended: Person;
  /** Was refused the role editor. */
  readonly asker: Person;
  /** The parcours with places, then the others. */
  readonly parcoursIds: readonly ParcoursId[];
  readonly placeIds: readonly PlaceId[];
}

/** The longest texts of fields that are lines. */
const LINE: Partial<Record<Written, number>> = { label: 80, credit: 200, picture: 500 };
/** Markdown reads marks at the beginning of a text, and lines have none. */
const MARKED_LAST: readonly Written[] = ['text'];
const BLOCKS: readonly Written[] = [
  ...(['mapDescription', 'descriptionInEnglish', 'bundleDescription', 'report', 'measure', 'suspension'] as const),
  ...(['refusal', 'messageAnswer', 'remark', 'remarkAnswer', 'text', 'cue', 'roleRequest', 'roleAnswer'] as const),
];

/** Says which text it is, wherever it is shown. */
export function markOf(written: Written, at: number): string {
  return `·${written} ${at}·`;
}

/** A payload as somebody writes it into a field, cut to what that takes; its mark is in it. */
export function hostileText(written: Written, payload: string, at: number): string {
  const mark = markOf(written, at);
  if (written === 'link') return `https://example.org/${encodeURI(mark)}${payload.replace(/[\s\p{C}]/gu, '')}`;
  if (MARKED_LAST.includes(written)) return `${payload}\n\n${mark}`;
  return `${mark} ${payload}`.slice(0, BLOCKS.includes(written) ? 450 : (LINE[written] ?? 254));
}

/**
 * Writes each payload into each text that people write, by the server's own calls, and so through their validation. What is
 * one of its kind for a parcours, or for a person, has a parcours or a person for each payload.
 */
export async function fillHostile(server: TestServer, payloads: readonly string[]): Promise<HostileStage> {
  const { origin } = server;
  const say = (written: Written, at: number): string => hostileText(written, payloads[at] ?? '', at);
  const send = <Name extends RouteName>(name: Name, input: CallInput<Name, Blob>, { token }: Pick<Person, 'token'>) =>
    call(origin, name, input, token);
  const signUp = async (name: string, email: string): Promise<Person> => {
    const password = 'a password of theirs';
    await call(origin, 'createAccount', { body: { name, email, password } });
    return { email, password, ...(await call(origin, 'login', { body: { email, password } })) };
  };
  const forEach = async <T>(make: (at: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (const at of payloads.keys()) made.push(await make(at));
    return made;
  };

  const unmarked = await signUp('Owner', 'owner@example.org');
  await setRole(server, unmarked, 'admin');
  const owner: Person = { ...unmarked, user: { ...unmarked.user, role: 'admin' } };
  const people = await forEach((at) => signUp(say('person', at), `person${at}@example.org`));
  const author = people[0] ?? owner;

  const parcoursIds = await forEach(async (at) => {
    const body = { title: say('map', at), description: say('mapDescription', at) };
    const { id } = (await send('createParcours', { body }, owner)).newParcours;
    const params = { mapId: id };
    const facts = {
      authors: say('authors', at),
      surface: say('surface', at),
      toilets: say('toilets', at),
      transport: say('transport', at),
      emergency: `15 ${say('emergency', at)}`.slice(0, 254),
    };
    const english = { name: say('mapInEnglish', at), description: say('descriptionInEnglish', at) };
    const about = { language: 'fr', facts, translations: [{ language: 'en', ...english }] };
    await send('changeAbout', { params, body: about }, owner);
    await send('updateOpening', { params, body: { visibility: 'catalogue', slug: `hostile-${at}` } }, owner);
    await addMember(origin, owner, id, author, 'drop');
    // Nobody without an account sees a reported map.
    const unopened = { title: say('map', at), description: say('mapDescription', at) };
    const { id: reportedId } = (await send('createParcours', { body: unopened }, owner)).newParcours;
    await addMember(origin, owner, reportedId, author, 'drop');
    const thing = { kind: 'map', id: reportedId } as const;
    await send('report', { body: { thing, reason: 'wrong', words: say('report', at) } }, author);
    const { id: bundleId } = await send(
      'createBundle',
      { body: { name: say('bundle', at), description: say('bundleDescription', at) } },
      owner,
    );
    await send('addToBundle', { params: { bundleId, mapId: id } }, owner);
    return id;
  });
  const [mapId] = parcoursIds;
  if (mapId === undefined) throw new Error('Expected payloads');
  const sound = toneOf(330, 60);
  const png = new Blob([new Uint8Array(await plain(24, 16, 'teal').png().toBuffer())]);

  const placeIds = await forEach(async (at) => {
    const person = people[at] ?? owner;
    if (at > 0) await addMember(origin, owner, mapId, person, 'drop');
    const near: [number, number] = [2.3 + at / 500, 48.8];
    const { newPlace } = await send('createPlace', { body: pointPlace(mapId, say('place', at), near) }, author);
    const { place_id: placeId } = newPlace;
    await upload(origin, author, placeId, sound, { length: 60 });
    const picture = await send('addPicture', { params: { placeId }, fields: {}, file: png }, author);
    const credit = { params: { placeId, pictureId: picture.id }, body: { credit: say('credit', at) } };
    await send('changePicture', credit, author);
    for (const language of ['fr', 'en']) {
      const params = { placeId, language, kind: 'standard' as const };
      const pictures = [{ id: picture.id, description: say('picture', at) }];
      const name = language === 'en' ? say('telling', at) : '';
      const body = { name, text: say('text', at), link: say('link', at), pictures };
      await send('changeTelling', { params, body }, author);
      const cue = say('cue', at).replaceAll('-->', '').replaceAll(/\n+/g, '\n');
      const vtt = `WEBVTT\n\n00:00.000 --> 00:01.000\n<v ${cue.replaceAll(/[<>\n]/g, '')}>${cue}\n`;
      await send('changeTranscript', { params, body: { transcript: { vtt, state: 'approved' } } }, author);
    }
    await send('planPlace', { body: plannedPoint(mapId, say('planned', at), [2.3 + at / 500, 48.81]) }, owner);
    await send('createInvite', { body: { mapId, privilege: 'guest', label: say('label', at) } }, owner);
    await send('requestRole', { body: { role: 'editor', words: say('roleRequest', at) } }, person);
    await send('sendRemark', { params: { placeId }, body: { subject: 'way', words: say('remark', at) } }, person);
    const warning = { thing: { kind: 'place', id: placeId }, kind: 'warn', words: say('measure', at) } as const;
    await send('takeMeasure', { body: warning }, owner);
    return placeId;
  });
  const asker = await signUp('Asker', 'asker@example.org');
  const { id: requestId } = await send('requestRole', { body: { role: 'editor' } }, asker);
  const refusal = { answer: 'refused', words: say('roleAnswer', 0) } as const;
  await send('answerRoleRequest', { params: { requestId }, body: refusal }, owner);
  await fillAnswers(origin, { owner, author, mapId, placeIds, say });
  const [suspended = owner] = await forEach(async (at) => {
    const person = await signUp(`Suspended ${at}`, `suspended${at}@example.org`);
    const body = { suspended: true, words: say('suspension', at) };
    await send('setSuspension', { params: { userId: person.user.id }, body }, owner);
    return person;
  });
  return { owner, author, suspended, asker, parcoursIds, placeIds };
}

/** What is written in answer to other texts, and reaches the author of the places. */
async function fillAnswers(
  origin: string,
  stage: Pick<HostileStage, 'owner' | 'author' | 'placeIds'> & {
    readonly mapId: ParcoursId;
    readonly say: (written: Written, at: number) => string;
  },
): Promise<void> {
  const { owner, author, mapId, placeIds, say } = stage;
  const { messages } = await call(origin, 'listMessages', {}, author.token);
  const warnings = messages.filter(({ kind }) => kind === 'warn');
  for (const [at, { id }] of warnings.entries())
    await call(
      origin,
      'answerMessage',
      { params: { messageId: id }, body: { words: say('messageAnswer', at) } },
      author.token,
    );
  const params = { mapId };
  for (const [at, placeId] of placeIds.entries()) {
    const words = `${at} ${say('remark', at)}`;
    await call(origin, 'sendRemark', { params: { placeId }, body: { subject: 'text', words } }, author.token);
  }
  const { remarks } = await call(origin, 'listRemarks', { params }, owner.token);
  const own = remarks.filter(({ subject }) => subject === 'text');
  for (const [at, { id: remarkId }] of own.entries())
    await call(origin, 'closeRemark', { params: { remarkId }, body: { answer: say('remarkAnswer', at) } }, owner.token);
  await call(origin, 'requireApproval', { params, body: { required: true } }, owner.token);
  for (const at of placeIds.keys()) {
    for (const held of ['waiting', 'refused']) {
      const body = pointPlace(mapId, held, [2.3 + at / 500, held === 'waiting' ? 48.82 : 48.83]);
      const { newPlace } = await call(origin, 'createPlace', { body }, author.token);
      if (held === 'waiting') continue;
      const { places } = await call(origin, 'listWaiting', { params }, owner.token);
      const version = places.find(({ id }) => id === newPlace.place_id)?.version ?? '';
      const answer = { answer: 'refused', words: say('refusal', at), version } as const;
      await call(origin, 'answerWaiting', { params: { placeId: newPlace.place_id }, body: answer }, owner.token);
    }
  }
}
