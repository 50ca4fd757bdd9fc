import type { ParcoursFacts } from '../../../contracts/telling.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { halves } from '../samples/made-pictures.ts';
import { call } from './api.ts';
import { addMember, fixture, makeParcours, type Person, pointPlace, signUp, signUpAs, upload } from './people.ts';
import type { TestServer } from './server.ts';

/** The slug of the open parcours of {@link openStage}. */
export const OPEN_SLUG = 'vieux-lyon';

/** An open parcours, and who made it. */
export interface OpenStage {
  /** Admin of the parcours, and of the site. */
  readonly owner: Person;
  readonly author: Person;
  readonly parcoursId: ParcoursId;
  /** 'La traboule': a sound, a text, a picture, a transcript, and an English version; it comes second. */
  readonly placeId: PlaceId;
  /** 'Le théâtre': nothing but a name; it comes first. */
  readonly silentId: PlaceId;
}

const FACTS: ParcoursFacts = { authors: 'Les Voisins', lengthM: 1850, hasSteps: true, licence: 'cc-by-sa' };

/** Opens a parcours of two places; `texts` replace what they, and the parcours, say. */
export async function openStage(server: TestServer, texts: Readonly<Record<string, string>> = {}): Promise<OpenStage> {
  const { origin } = server;
  const say = (text: string): string => texts[text] ?? texts.all ?? text;
  const owner = await signUpAs(server, 'Owner', 'admin');
  const author = await signUp(origin, 'Author');
  const parcoursId = await makeParcours(origin, owner, say('Le Vieux Lyon'));
  const params = { mapId: parcoursId };
  const translations = [{ language: 'en', name: say('Old Lyon'), description: say('Step by step') }];
  const facts = { ...FACTS, authors: say('Les Voisins'), surface: say('Pavés') };
  await call(origin, 'changeAbout', { params, body: { language: 'fr', facts, translations } }, owner.token);
  await addMember(origin, owner, parcoursId, author, 'drop');
  const make = async (name: string, at: [number, number]): Promise<PlaceId> =>
    (await call(origin, 'createPlace', { body: pointPlace(parcoursId, name, at) }, author.token)).newPlace.place_id;
  const placeId = await make(say('La traboule'), [4.8271, 45.7621]);
  const silentId = await make(say('Le théâtre'), [4.82, 45.76]);
  const { version } = await call(origin, 'readOrder', { params }, owner.token);
  await call(origin, 'setOrder', { params, body: { placeIds: [silentId, placeId], version } }, owner.token);
  await upload(origin, author, placeId, await fixture('conforming-mono.wav'));
  const png = new Blob([new Uint8Array(await halves(40, 20).png().toBuffer())]);
  const picture = await call(origin, 'addPicture', { params: { placeId }, fields: {}, file: png }, author.token);
  const credit = { params: { placeId, pictureId: picture.id }, body: { credit: say('Ana Roux') } };
  await call(origin, 'changePicture', credit, author.token);
  for (const [language, name, text] of [
    ['fr', '', 'Un **passage** secret.'],
    ['en', 'The passage', 'A secret passage.'],
  ] as const) {
    const telling = { placeId, language, kind: 'standard' as const };
    const pictures = [{ id: picture.id, description: say(`Une cour (${language})`) }];
    const body = { name: name && say(name), text: say(text), link: 'https://example.org/?a=1&b="2"', pictures };
    await call(origin, 'changeTelling', { params: telling, body }, author.token);
    const vtt = `WEBVTT\n\n00:00.000 --> 00:01.000\n${say(`Entrez (${language}).`).replaceAll('-->', '')}\n`;
    const transcript = { vtt, state: 'approved' as const };
    await call(origin, 'changeTranscript', { params: telling, body: { transcript } }, author.token);
  }
  const opening = { visibility: 'catalogue' as const, slug: OPEN_SLUG };
  await call(origin, 'updateOpening', { params, body: opening } as never, owner.token);
  return { owner, author, parcoursId, placeId, silentId };
}

/** All addresses at which a place of an open parcours could appear to people without an account. */
export function openPaths(placeId: PlaceId): readonly string[] {
  const page = `/p/${OPEN_SLUG}`;
  return [
    ...[page, `${page}?lang=en`, `${page}/feed.xml`, `/embed/${OPEN_SLUG}`],
    ...[`${page}/${placeId}/transcript.vtt`, `${page}/${placeId}/chapters.json`, '/catalogue', '/sitemap.xml'],
    ...[`${page}/signaler`, `${page}/signaler?lieu=${placeId}`],
  ];
}
