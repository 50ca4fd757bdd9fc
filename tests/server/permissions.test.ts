import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../contracts/call.ts';
import {
  invitablePrivileges,
  isHeldBack,
  mayAdminister,
  mayAnswerRoleRequests,
  mayBundleParcours,
  mayChangePlace,
  mayCreateParcours,
  mayDrop,
  mayEditParcours,
  mayHavePicture,
  mayListWorkOf,
  mayManageBundles,
  mayManageParcours,
  mayReadParcours,
  mayRecord,
  mayRemoveMember,
  mayRequestRole,
} from '../../contracts/permissions.ts';
import { type CallInput, type RouteName, routes } from '../../contracts/routes.ts';
import { PRIVILEGES, type Privilege, type Role } from '../../contracts/vocabulary.ts';
import { createTokens } from '../../server/domain/accounts/tokens.ts';
import { call, Refusal } from '../support/api.ts';
import { type DataSnapshot, takeSnapshot } from '../support/data-snapshot.ts';
import { addMember, makeParcours, makePlace, type Person, pointPlace, setRole, signUp } from '../support/people.ts';
import { startServer, TEST_SECRET, type TestServer } from '../support/server.ts';
import { buildStage, NO_UPLOAD, type Stage, type StageFor, VALID } from '../support/stage.ts';

/** Who asks: what the rules know of them, and whether their token is any good. */
interface Actor {
  readonly name: string;
  readonly role: Role;
  /** On the parcours that is asked about. */
  readonly privilege: Privilege | null;
  /** What comes of a call that needs a token, where theirs is not good. */
  readonly refused?: 'unauthenticated' | 'token_expired';
}

const ACTORS: readonly Actor[] = [
  { name: 'nobody (no token)', role: 'admin', privilege: 'admin', refused: 'unauthenticated' },
  { name: 'an admin with an expired token', role: 'admin', privilege: 'admin', refused: 'token_expired' },
  { name: 'an admin with an alg: none token', role: 'admin', privilege: 'admin', refused: 'unauthenticated' },
  { name: 'an admin who has logged out', role: 'admin', privilege: 'admin', refused: 'unauthenticated' },
  { name: 'guest', role: 'guest', privilege: 'guest' },
  { name: 'guest with privilege admin', role: 'guest', privilege: 'admin' },
  { name: 'listener', role: 'user', privilege: 'guest' },
  { name: 'drop', role: 'user', privilege: 'drop' },
  { name: 'editor', role: 'editor', privilege: 'editor' },
  { name: 'user with privilege editor', role: 'user', privilege: 'editor' },
  { name: 'editor with privilege drop', role: 'editor', privilege: 'drop' },
  { name: 'admin of the map', role: 'admin', privilege: 'admin' },
  { name: 'user who is admin of the map', role: 'user', privilege: 'admin' },
  { name: 'admin of another map', role: 'editor', privilege: null },
  { name: 'site admin who is no member', role: 'admin', privilege: null },
  { name: 'member just removed', role: 'editor', privilege: null },
  { name: 'admin just lowered', role: 'editor', privilege: 'guest' },
];

interface Rule {
  /** The rule, as the contract has it. */
  readonly allows: (actor: Actor) => boolean;
  /** What an allowed call comes to, where that is no success here. */
  readonly outcome?: (actor: Actor) => string;
}

interface Row<Name extends RouteName> extends Rule {
  readonly input: (stage: StageFor) => CallInput<Name, Blob>;
}

const anybody = (): boolean => true;
const administers = ({ role }: Actor): boolean => mayAdminister(role);
const reads = ({ privilege }: Actor): boolean => mayReadParcours(privilege);
const manages = ({ role, privilege }: Actor): boolean => mayManageParcours(role, privilege);
const managesBundles = ({ role }: Actor): boolean => mayManageBundles(role);
const bundles = ({ role, privilege }: Actor): boolean => mayBundleParcours(role, privilege);
const edits = ({ role, privilege }: Actor): boolean => mayEditParcours(role, privilege);
const changesPlace = ({ role, privilege }: Actor): boolean => mayChangePlace(role, privilege, false);
const invites =
  (wanted: Privilege) =>
  ({ role, privilege }: Actor): boolean =>
    invitablePrivileges(role, privilege).includes(wanted);
const listsOwner = ({ role }: Actor): boolean => mayListWorkOf(role, false);

/** One rule for each call: a call without a rule does not compile. */
const RULES: Readonly<Record<RouteName, Rule>> = {
  readHealth: { allows: anybody },
  readConfig: { allows: anybody },
  recordEvents: { allows: anybody },
  createAccount: { allows: anybody },
  login: { allows: anybody },
  loginWithGoogle: { allows: anybody, outcome: () => '404 google_not_configured' },
  logout: { allows: anybody },
  renewSession: { allows: anybody },
  adoptGuest: { allows: ({ role }) => role !== 'guest' },
  readMe: { allows: anybody },
  requestExport: { allows: anybody },
  readChoices: { allows: anybody },
  giveConsent: { allows: anybody },
  chooseStatistics: { allows: anybody },
  planErasure: { allows: anybody },
  eraseMe: { allows: anybody },
  uploadProfileImage: { allows: ({ role }) => mayHavePicture(role) },
  requestRole: { allows: ({ role, privilege }) => mayRequestRole(role) && isHeldBack(role, privilege) },
  listRoleRequests: { allows: anybody },
  answerRoleRequest: { allows: ({ role }) => mayAnswerRoleRequests(role) },
  createParcours: { allows: ({ role }) => mayCreateParcours(role) },
  listParcours: { allows: anybody },
  readParcours: { allows: reads },
  readPack: { allows: reads },
  updateParcours: { allows: edits },
  deleteParcours: { allows: manages },
  uploadParcoursImage: { allows: edits },
  listMembers: { allows: reads },
  setMemberPrivilege: { allows: manages },
  removeMember: { allows: ({ role, privilege }) => mayRemoveMember(role, privilege, false) },
  readShareLink: { allows: ({ role, privilege }) => invitablePrivileges(role, privilege).length > 0 },
  createShareLink: { allows: invites('drop') },
  listBundles: { allows: anybody },
  listBundleParcours: { allows: anybody },
  createBundle: { allows: managesBundles },
  updateBundle: { allows: managesBundles },
  deleteBundle: { allows: managesBundles },
  addToBundle: { allows: bundles },
  removeFromBundle: { allows: bundles },
  createInvite: { allows: invites('drop') },
  // Whoever was removed does not come back by a link from before.
  acceptInvite: {
    allows: anybody,
    outcome: ({ name }) => (name === 'member just removed' ? '410 invite_revoked' : 'ok'),
  },
  lookAtInvite: { allows: anybody },
  visit: { allows: anybody },
  listInvites: { allows: reads },
  revokeInvite: { allows: manages },
  createPlace: { allows: ({ role, privilege }) => mayDrop(role, privilege) },
  updatePlace: { allows: changesPlace },
  readPlace: { allows: reads },
  deletePlace: { allows: changesPlace },
  listPlacesOf: { allows: listsOwner },
  listPlacesOfOnParcours: { allows: (actor) => reads(actor) && listsOwner(actor) },
  listPlaces: { allows: anybody },
  startRecording: { allows: changesPlace },
  uploadAudio: { allows: changesPlace },
  uploadSessionAudio: { allows: changesPlace },
  finishUpload: { allows: changesPlace, outcome: () => '404 not_found' },
  abandonUploads: { allows: anybody },
  listDrops: { allows: listsOwner },
  deleteDrop: { allows: changesPlace },
  listTrail: { allows: administers },
  listAccounts: { allows: administers },
  listMaps: { allows: administers },
  readJobs: { allows: administers },
  readServer: { allows: administers },
};

/** Calls whose rule asks for more than the first table can vary. */
const VARIANTS: readonly { readonly title: string; readonly name: RouteName; readonly row: Row<never> }[] = [
  ...PRIVILEGES.flatMap((privilege) => [
    variant(`invites with ${privilege}`, 'createInvite', {
      input: ({ mapId }) => ({ body: { mapId, privilege } }),
      allows: invites(privilege),
    }),
    variant(`shares with ${privilege}`, 'createShareLink', {
      input: ({ mapId }) => ({ params: { mapId, privilege }, body: {} }),
      allows: invites(privilege),
    }),
  ]),
  variant('lists their own places', 'listPlacesOf', {
    input: ({ person }) => ({ params: { userId: person.user.id } }),
    allows: anybody,
  }),
  variant('asks for the role editor without a parcours', 'requestRole', {
    input: () => ({ body: { role: 'editor' as const } }),
    allows: ({ role }) => mayRequestRole(role),
  }),
  variant('lists their own drops', 'listDrops', {
    input: ({ person }) => ({ params: { userId: person.user.id }, query: {} }),
    allows: anybody,
  }),
  variant('starts a recording whose place is not known yet', 'startRecording', {
    input: () => ({ body: {} }),
    allows: ({ role }) => mayRecord(role),
  }),
  variant('leaves', 'removeMember', {
    input: ({ mapId, person }) => ({ params: { mapId, userId: person.user.id } }),
    allows: ({ role, privilege }) => mayRemoveMember(role, privilege, true),
  }),
  variant('raises their own privilege', 'setMemberPrivilege', {
    input: ({ mapId, person }) => ({
      params: { mapId, userId: person.user.id },
      body: { privilege: 'admin' as const },
    }),
    allows: manages,
  }),
  variant('creates a place in the name of the owner', 'createPlace', {
    input: ({ mapId, owner }) => {
      const place = pointPlace(mapId);
      return { body: { ...place, properties: { ...place.properties, userId: owner.user.id } } };
    },
    allows: ({ role, privilege }) => mayDrop(role, privilege),
  }),
];

function variant<Name extends RouteName>(title: string, name: Name, row: Row<Name>) {
  return { title, name, row };
}

let server: TestServer;
let stage: Stage;
const people = new Map<string, { readonly person: Person; readonly token: string | undefined; sessionId: string }>();
let snapshot: DataSnapshot;
let copyDir: string;

beforeAll(async () => {
  server = await startServer();
  stage = await buildStage(server);
  for (const actor of ACTORS) await enter(actor);
  copyDir = await mkdtemp(join(tmpdir(), 'drop-ici-copy-'));
  snapshot = await takeSnapshot(server.dataDir, copyDir);
}, 60_000);
afterAll(async () => {
  await snapshot?.close();
  await server?.stop();
  await rm(copyDir, { recursive: true, force: true });
});

/** Makes somebody what the table says they are, by the API where it can. */
async function enter(actor: Actor): Promise<void> {
  const { origin } = server;
  const { mapId, owner } = stage;
  const person = await signUp(origin, actor.name.replace(/\W+/g, ' '));
  // An invitation gives a guest's account no more than listening.
  if (actor.role !== 'guest' && actor.role !== 'user') await setRole(server, person, actor.role);
  if (actor.privilege !== null) await addMember(origin, owner, mapId, person, actor.privilege);
  if (actor.role === 'guest') await setRole(server, person, actor.role);
  if (actor.name === 'admin of another map') await makeParcours(origin, person, 'Another');
  if (actor.name === 'member just removed') {
    await addMember(origin, owner, mapId, person, 'admin');
    await call(origin, 'readParcours', { params: { mapId } }, person.token);
    await call(origin, 'removeMember', { params: { mapId, userId: person.user.id } }, owner.token);
  }
  if (actor.name === 'admin just lowered') {
    await addMember(origin, owner, mapId, person, 'admin');
    const params = { mapId, userId: person.user.id };
    await call(origin, 'setMemberPrivilege', { params, body: { privilege: 'guest' } }, owner.token);
  }
  const { sessionId } =
    actor.role === 'guest'
      ? { sessionId: randomUUID() }
      : await call(origin, 'startRecording', { body: {} }, person.token);
  people.set(actor.name, { person, token: await tokenOf(actor, person), sessionId });
}

async function tokenOf({ name }: Actor, person: Person): Promise<string | undefined> {
  const [, payload = ''] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (name.includes('no token')) return undefined;
  if (name.includes('expired')) {
    const tokens = createTokens(TEST_SECRET, Date.now);
    return tokens.issue({ sessionId: claims.jti, accountId: person.user.id }, claims.iat - 7200, claims.iat - 3600);
  }
  if (name.includes('alg: none')) {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    return `${header}.${payload}.`;
  }
  if (name.includes('logged out')) await call(server.origin, 'logout', {}, person.token);
  return person.token;
}

/** What a call comes to: `ok`, or the code it is refused with; and whether it left everything as it was. */
async function ask<Name extends RouteName>(name: Name, row: Row<Name>, actor: Actor): Promise<string> {
  const entry = people.get(actor.name);
  if (entry === undefined) throw new Error(`Nobody is called ${actor.name}`);
  const input = row.input({ ...stage, person: entry.person, sessionId: entry.sessionId, uploadId: NO_UPLOAD });
  const outcome = await call(server.origin, name, input, entry.token).then(
    () => 'ok',
    (refusal: unknown) => {
      if (refusal instanceof Refusal) return `${refusal.status} ${refusal.code}`;
      throw refusal;
    },
  );
  const after = await snapshot.look();
  const isSame = JSON.stringify(after) === JSON.stringify(snapshot.before);
  if (!isSame) await snapshot.restore();
  return outcome === 'ok' || isSame ? outcome : `${outcome}, but something changed`;
}

function expected(name: RouteName, row: Row<never>, actor: Actor): string {
  const route: Route = routes[name];
  if (route.auth === 'token' && actor.refused !== undefined) return `401 ${actor.refused}`;
  if (!row.allows(actor)) return '403 forbidden';
  return row.outcome?.(actor) ?? 'ok';
}

describe.each(Object.keys(RULES) as RouteName[])('%s', (name) => {
  const row: Row<never> = { ...RULES[name], input: VALID[name] as Row<never>['input'] };

  test('comes to what the rules say, for everybody, and a refusal changes nothing', async () => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const actor of ACTORS) {
      found[actor.name] = await ask(name, row, actor);
      wanted[actor.name] = expected(name, row, actor);
    }
    expect(found).toEqual(wanted);
  });
});

describe.each(VARIANTS.map(({ title, ...rest }) => [title, rest] as const))('somebody who %s', (_, { name, row }) => {
  test('is heard as the rules say, and a refusal changes nothing', async () => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const actor of ACTORS) {
      found[actor.name] = await ask(name, row, actor);
      wanted[actor.name] = expected(name, row, actor);
    }
    expect(found).toEqual(wanted);
  });
});

describe.each([
  'readPlace',
  'updatePlace',
  'deletePlace',
  'deleteDrop',
  'startRecording',
  'uploadAudio',
  'uploadSessionAudio',
] as const)('%s of a draft', (name) => {
  const input = (stage: StageFor) => (VALID[name] as Row<never>['input'])({ ...stage, placeId: stage.draftId });
  const isForRecorders = name === 'startRecording' || name === 'uploadAudio' || name === 'uploadSessionAudio';

  test('finds none, for everybody but its author, and changes nothing', async () => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const actor of ACTORS) {
      found[actor.name] = await ask(name, { allows: anybody, input } as Row<never>, actor);
      const isRefusedBefore = isForRecorders && !mayRecord(actor.role);
      wanted[actor.name] = `${isRefusedBefore ? '403 forbidden' : '404 not_found'}`;
      if (actor.refused !== undefined) wanted[actor.name] = `401 ${actor.refused}`;
    }
    expect(found).toEqual(wanted);
  });
});

test('lists tell nobody of a parcours that they are no member of, nor of a draft', async () => {
  for (const actor of ACTORS.filter(({ refused }) => refused === undefined)) {
    const token = people.get(actor.name)?.token;
    const isMember = mayReadParcours(actor.privilege);
    const { mapId, bundleId } = stage;
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [mapId] } }, token);
    expect([actor.name, places.length]).toEqual([actor.name, isMember ? 2 : 0]);
    const maps = await call(server.origin, 'listParcours', { query: {} }, token);
    expect(maps.some(({ id }) => id === mapId)).toBe(isMember);
    const bundled = await call(server.origin, 'listBundleParcours', { params: { bundleId } }, token);
    expect(bundled.length).toBe(isMember || mayManageBundles(actor.role) ? 1 : 0);
  }
});

test('a place is its author’s to change, whatever their privilege but none and guest', async () => {
  const { origin } = server;
  const author = people.get('drop');
  if (author === undefined) throw new Error('Nobody drops');
  const mine = await makePlace(origin, author.person, stage.mapId);
  const change = () =>
    call(origin, 'updatePlace', { body: { id: mine, appelation: 'Mine' } }, author.person.token).then(
      () => 'ok',
      (refusal: Refusal) => refusal.code,
    );
  expect(await change()).toBe('ok');
  const params = { mapId: stage.mapId, userId: author.person.user.id };
  await call(origin, 'setMemberPrivilege', { params, body: { privilege: 'guest' } }, stage.owner.token);
  expect(await change()).toBe('forbidden');
  await call(origin, 'removeMember', { params }, stage.owner.token);
  expect(await change()).toBe('forbidden');
  await snapshot.restore();
});

describe('a signed link', () => {
  const follow = async (link: string, token?: string): Promise<number> => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(server.origin + link, { headers });
    await response.arrayBuffer();
    return response.status;
  };

  test('is the permission itself, whoever holds it', async () => {
    for (const { token } of people.values()) expect(await follow(stage.mediaLink, token)).toBe(200);
  });

  test('opens nothing once anything in it is changed, for nobody', async () => {
    const url = new URL(stage.mediaLink, server.origin);
    const expires = url.searchParams.get('expires') ?? '';
    const signature = url.searchParams.get('signature') ?? '';
    const flipped = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);
    const other = url.pathname.replace(/[0-9a-f](?=[0-9a-f]{3}\.)/, (digit) => (digit === '0' ? '1' : '0'));
    const forged = [
      url.pathname,
      `${url.pathname}?expires=${expires}`,
      `${url.pathname}?signature=${signature}`,
      `${url.pathname}?expires=${Number(expires) + 1}&signature=${signature}`,
      `${url.pathname}?expires=${expires}&signature=${flipped}`,
      `${url.pathname}?expires=${expires}&signature=${signature}&signature=${signature}`,
      `${other}?expires=${expires}&signature=${signature}`,
    ];
    for (const { token } of people.values()) {
      for (const link of forged) expect([link, await follow(link, token)]).toEqual([link, 403]);
    }
  });

  test('opens nothing any more once it has expired', async () => {
    server.advance(9 * 3600 * 1000);
    expect(await follow(stage.mediaLink)).toBe(403);
    expect(await follow(stage.mediaLink, stage.owner.token)).toBe(403);
  });
});
