import { randomUUID } from 'node:crypto';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { createTokens } from '../../../server/domain/accounts/tokens.ts';
import { call, openToken } from '../server/api.ts';
import { addMember, makeParcours, type Person, setRole, signUp } from '../server/people.ts';
import { TEST_SECRET, type TestServer } from '../server/server.ts';
import { STAGE_SLUG, type Stage } from '../server/stage.ts';

/** Who asks: what the rules know of them, and whether their token is any good. */
export interface Identity {
  readonly name: string;
  /** Their column in the tables of table.ts. */
  readonly column: string;
  readonly role: Role;
  /** On the parcours that is asked about. */
  readonly privilege: Privilege | null;
  /** What comes of a call that needs a token, where they have none that is good. */
  readonly refused?: 'unauthenticated' | 'token_expired';
}

/** An admin whose token is no good. */
function nobody(name: string, refused: NonNullable<Identity['refused']>): Identity {
  return { name, column: 'no/no', role: 'admin', privilege: 'admin', refused };
}

/** The name of somebody who reads the stage's parcours without an account. */
const OPEN_READER = 'nobody who reads the open map';

/** Everybody who asks. */
export const IDENTITIES: readonly Identity[] = [
  nobody('nobody (no token)', 'unauthenticated'),
  nobody('an admin with an expired token', 'token_expired'),
  nobody('an admin with an alg: none token', 'unauthenticated'),
  nobody('an admin who has logged out', 'unauthenticated'),
  { name: OPEN_READER, column: 'opn/opn', role: 'user', privilege: null, refused: 'unauthenticated' },
  { name: 'guest of an invitation', column: 'gst/gst', role: 'guest', privilege: 'guest' },
  { name: 'guest with privilege admin', column: 'gst/adm', role: 'guest', privilege: 'admin' },
  { name: 'listener', column: 'usr/gst', role: 'user', privilege: 'guest' },
  { name: 'drop', column: 'usr/drp', role: 'user', privilege: 'drop' },
  { name: 'editor', column: 'edi/edi', role: 'editor', privilege: 'editor' },
  { name: 'user with privilege editor', column: 'usr/edi', role: 'user', privilege: 'editor' },
  { name: 'editor with privilege drop', column: 'edi/drp', role: 'editor', privilege: 'drop' },
  { name: 'admin of the map', column: 'adm/adm', role: 'admin', privilege: 'admin' },
  { name: 'user who is admin of the map', column: 'usr/adm', role: 'user', privilege: 'admin' },
  { name: 'admin of another map', column: 'usr/no', role: 'user', privilege: null },
  { name: 'member just removed', column: 'edi/out', role: 'editor', privilege: null },
  { name: 'admin just lowered', column: 'edi/low', role: 'editor', privilege: 'guest' },
  {
    name: 'suspended editor',
    column: 'edi/sus',
    role: 'editor',
    privilege: 'editor',
    refused: 'unauthenticated',
  },
  { name: 'site editor who is no member', column: 'edi/no', role: 'editor', privilege: null },
  { name: 'site admin who is no member', column: 'adm/no', role: 'admin', privilege: null },
];

/** An identity on the stage. */
export interface Entered {
  readonly person: Person;
  /** Of an open map for who has no account; undefined for none. */
  readonly token: string | undefined;
  /** Of a recording that they have started, or one that nobody has. */
  readonly sessionId: string;
  /** Their own link to the audio of the stage's `mediaLink`, from when they were members; null if they never were. */
  readonly ownMediaLink: string | null;
}

/** Makes everybody what they are, by the API where it can. */
export async function enterAll(server: TestServer, stage: Stage): Promise<ReadonlyMap<string, Entered>> {
  const entered = new Map<string, Entered>();
  for (const identity of IDENTITIES) entered.set(identity.name, await enter(server, stage, identity));
  return entered;
}

async function enter(server: TestServer, stage: Stage, identity: Identity): Promise<Entered> {
  const { origin } = server;
  const { parcoursId, owner } = stage;
  const { name, role, privilege } = identity;
  const person = name === 'guest of an invitation' ? await visit(origin, stage) : await signUp(origin, simple(name));
  // An invitation gives a guest's account only the right to listen.
  if (role !== 'guest' && role !== 'user') await setRole(server, person, role);
  if (privilege !== null) await addMember(origin, owner, parcoursId, person, privilege);
  if (role === 'guest') await setRole(server, person, role);
  if (name === 'admin of another map') await makeParcours(origin, person, 'Another');
  let ownMediaLink = privilege === null ? null : await linkOf(origin, stage, person);
  if (name === 'member just removed') {
    await addMember(origin, owner, parcoursId, person, 'admin');
    ownMediaLink = await linkOf(origin, stage, person);
    await call(origin, 'removeMember', { params: { mapId: parcoursId, userId: person.user.id } }, owner.token);
  }
  if (name === 'admin just lowered') {
    await addMember(origin, owner, parcoursId, person, 'admin');
    const params = { mapId: parcoursId, userId: person.user.id };
    await call(origin, 'setMemberPrivilege', { params, body: { privilege: 'guest' } }, owner.token);
  }
  const { sessionId } =
    role === 'guest' ? { sessionId: randomUUID() } : await call(origin, 'startRecording', { body: {} }, person.token);
  if (name === 'suspended editor') {
    const params = { userId: person.user.id };
    await call(origin, 'setSuspension', { params, body: { suspended: true } }, owner.token);
  }
  return { person, token: await tokenOf(server, identity, person), sessionId, ownMediaLink };
}

/** A guest who has come by the stage's invitation. */
async function visit(origin: string, { inviteToken }: Stage): Promise<Person> {
  const { user, token } = await call(origin, 'visit', { body: { token: inviteToken, key: 'p'.repeat(32) } });
  return { user, token, email: user.email, password: '' };
}

async function linkOf(origin: string, { parcoursId, mediaLink }: Stage, { token }: Person): Promise<string> {
  const [path = ''] = mediaLink.split('?');
  const { places } = await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
  const link = places.map(({ media }) => media?.data.link).find((listed) => listed?.startsWith(path));
  if (link === undefined) throw new Error(`Expected a link to ${path}`);
  return link;
}

async function tokenOf({ origin }: TestServer, { name }: Identity, person: Person): Promise<string | undefined> {
  const [, payload = ''] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (name.includes('no token')) return undefined;
  if (name === OPEN_READER) return openToken(STAGE_SLUG);
  if (name.includes('expired')) {
    const tokens = createTokens(TEST_SECRET, Date.now);
    return tokens.issue({ sessionId: claims.jti, accountId: person.user.id }, claims.iat - 7200, claims.iat - 3600);
  }
  if (name.includes('alg: none')) {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    return `${header}.${payload}.`;
  }
  if (name.includes('logged out')) await call(origin, 'logout', {}, person.token);
  return person.token;
}

/** A name that an email address can be made of. */
function simple(name: string): string {
  return name.replace(/\W+/g, ' ');
}
