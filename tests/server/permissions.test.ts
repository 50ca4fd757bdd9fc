import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../contracts/call.ts';
import {
  invitablePrivileges,
  mayDrop,
  mayManageBundles,
  mayManageParcours,
  mayReadParcours,
  mayRecord,
  mayRemoveMember,
  mayRequestRole,
} from '../../contracts/permissions.ts';
import { type CallInput, type RouteName, routes } from '../../contracts/routes.ts';
import { PRIVILEGES, type Privilege } from '../../contracts/vocabulary.ts';
import { type Entered, enterAll, IDENTITIES, type Identity } from '../support/access/identities.ts';
import { CALLS, cellOf, OTHER_CODES, STATES } from '../support/access/table.ts';
import { type DataSnapshot, takeSnapshot } from '../support/database/data-snapshot.ts';
import { isOnPostgres } from '../support/database/test-database.ts';
import { call, codeOf, Refusal } from '../support/server/api.ts';
import { fillingOf, makePlace, pointPlace } from '../support/server/people.ts';
import { buildStage, NO_UPLOAD, type Stage, type StageFor, VALID } from '../support/server/stage.ts';
import { useServer } from '../support/server/use-server.ts';

interface Row<Name extends RouteName> {
  readonly input: (stage: StageFor) => CallInput<Name, Blob>;
  /** The rule of the contract. */
  readonly allows: (identity: Identity) => boolean;
}

const NAMES = Object.keys(routes) as RouteName[];

/** On PostgreSQL every call is tried by one allowed caller and by the callers that stored data refuse. */
const ON_POSTGRES: ReadonlySet<string> = new Set([
  'admin of the map',
  'drop',
  'admin of another map',
  'member just removed',
]);
const TRIED = isOnPostgres() ? IDENTITIES.filter(({ name }) => ON_POSTGRES.has(name)) : IDENTITIES;

const anybody = (): boolean => true;
const invites =
  (wanted: Privilege) =>
  ({ role, privilege }: Identity): boolean =>
    invitablePrivileges(role, privilege).includes(wanted);

/** Calls whose rule depends on more than the table of calls can vary. */
const VARIANTS: readonly { readonly title: string; readonly name: RouteName; readonly row: Row<never> }[] = [
  ...PRIVILEGES.flatMap((privilege) => [
    variant(`invites with ${privilege}`, 'createInvite', {
      input: ({ parcoursId }) => ({ body: { mapId: parcoursId, privilege } }),
      allows: invites(privilege),
    }),
    variant(`shares with ${privilege}`, 'createShareLink', {
      input: ({ parcoursId }) => ({ params: { mapId: parcoursId, privilege }, body: {} }),
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
    input: ({ parcoursId, person }) => ({ params: { mapId: parcoursId, userId: person.user.id } }),
    allows: ({ role, privilege }) => mayRemoveMember(role, privilege, true),
  }),
  variant('raises their own privilege', 'setMemberPrivilege', {
    input: ({ parcoursId, person }) => ({
      params: { mapId: parcoursId, userId: person.user.id },
      body: { privilege: 'admin' as const },
    }),
    allows: ({ role, privilege }) => mayManageParcours(role, privilege),
  }),
  variant('creates a place in the name of the owner', 'createPlace', {
    input: ({ parcoursId, owner }) => {
      const place = pointPlace(parcoursId);
      return { body: { ...place, properties: { ...place.properties, userId: owner.user.id } } };
    },
    allows: ({ role, privilege }) => mayDrop(role, privilege),
  }),
];

function variant<Name extends RouteName>(title: string, name: Name, row: Row<Name>) {
  return { title, name, row };
}

const server = useServer();
let stage: Stage;
let people: ReadonlyMap<string, Entered>;
let snapshot: DataSnapshot;

beforeAll(async () => {
  stage = await buildStage(server);
  people = await enterAll(server, stage);
  snapshot = await takeSnapshot(server.dataDir);
});
afterAll(() => snapshot?.close());

/** Makes a call and returns `ok`, or the status and code of its refusal. */
async function ask<Name extends RouteName>(
  name: Name,
  inputFor: Row<Name>['input'],
  identity: Identity,
): Promise<string> {
  const entry = people.get(identity.name);
  if (entry === undefined) throw new Error(`Nobody is called ${identity.name}`);
  const input = inputFor({ ...stage, person: entry.person, sessionId: entry.sessionId, uploadId: NO_UPLOAD });
  return call(server.origin, name, input, entry.token).then(
    () => 'ok',
    (refusal: unknown) => {
      if (refusal instanceof Refusal) return `${refusal.status} ${refusal.code}`;
      throw refusal;
    },
  );
}

/** Makes the call as everybody and checks each outcome, and that the refused ones together change nothing. */
async function expectOutcomes<Name extends RouteName>(
  name: Name,
  inputFor: Row<Name>['input'],
  wantedOf: (identity: Identity) => string,
): Promise<void> {
  const found: Record<string, string> = {};
  const wanted = Object.fromEntries(TRIED.map((identity) => [identity.name, wantedOf(identity)]));
  const isHeard = (identity: Identity): boolean => wanted[identity.name] === 'ok';
  for (const identity of TRIED.filter((each) => !isHeard(each))) {
    found[identity.name] = await ask(name, inputFor, identity);
  }
  const isChanged = await snapshot.restore();
  for (const identity of TRIED.filter(isHeard)) {
    found[identity.name] = await ask(name, inputFor, identity);
    await snapshot.restore();
  }
  expect({ found, isChanged }).toEqual({ found: wanted, isChanged: false });
}

/** Returns the outcome in the table. */
function tabled(name: RouteName, { column, refused }: Identity): string {
  const cell = cellOf(CALLS, name, column);
  if (cell === 'ok') return cell;
  if (cell === '401') return `401 ${refused}`;
  return `${cell} ${cell === '403' ? 'forbidden' : OTHER_CODES[name]}`;
}

/** Returns the outcome by the rule. */
function ruled(name: RouteName, { allows }: Row<never>, identity: Identity): string {
  const route: Route = routes[name];
  if (route.auth === 'token' && identity.refused !== undefined) return `401 ${identity.refused}`;
  return allows(identity) ? 'ok' : '403 forbidden';
}

test('the table has a row for each call and a cell for each identity', () => {
  expect([...CALLS.keys()].sort()).toEqual([...NAMES].sort());
  const columns = new Set(IDENTITIES.map(({ column }) => column));
  for (const cells of CALLS.values()) expect(new Set(cells.keys())).toEqual(columns);
});

describe.each(NAMES)('%s', (name) => {
  test('has the table’s outcome for everybody, and a refusal changes nothing', async () => {
    await expectOutcomes(name, VALID[name] as Row<never>['input'], (identity) => tabled(name, identity));
  });
});

describe.each(VARIANTS.map(({ title, ...rest }) => [title, rest] as const))('somebody who %s', (_, { name, row }) => {
  test('has the outcome of the rules, and a refusal changes nothing', async () => {
    await expectOutcomes(name, row.input, (identity) => ruled(name, row, identity));
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

  test('is refused to everybody but its author, and changes nothing', async () => {
    await expectOutcomes(name, input, (identity) => {
      const isReader = routes[name].auth === 'reader' && identity.column === 'opn/opn';
      if (identity.refused !== undefined && !isReader) return `401 ${identity.refused}`;
      return isForRecorders && !mayRecord(identity.role) ? '403 forbidden' : '404 not_found';
    });
  });
});

describe.each([
  ['approved', 'placeId'],
  ['waiting', 'waitingId'],
  ['refused', 'refusedId'],
  ['planned', 'plannedId'],
  ['hidden', 'hiddenId'],
  ['begun', 'begunId'],
] as const)('a place that is %s', (state, key) => {
  const idOf = (stage: Stage) => stage[key];
  const outcomeOf =
    (act: string) =>
    (identity: Identity): string => {
      const cell = cellOf(STATES, `${state}:${act}`, identity.column);
      if (cell === '401') return `401 ${identity.refused}`;
      return cell === 'ok' ? cell : `${cell} ${cell === '403' ? 'forbidden' : 'not_found'}`;
    };
  const params = (stage: StageFor) => ({ params: { placeId: idOf(stage) } });

  test('is read, changed, deleted, reported and filled as the table says, and a refusal changes nothing', async () => {
    await expectOutcomes('readPlace', params, outcomeOf('read'));
    await expectOutcomes(
      'updatePlace',
      (stage) => ({ body: { id: idOf(stage), appelation: 'Autre' } }),
      outcomeOf('change'),
    );
    await expectOutcomes('deletePlace', params, outcomeOf('delete'));
    await expectOutcomes(
      'createPlace',
      (stage) => ({ body: fillingOf(stage.parcoursId, idOf(stage)) }),
      outcomeOf('fill'),
    );
    // One address may report only so many places an hour as two of these states need.
    const report = { reason: 'other', words: '' } as const;
    if (!STATES.has(`${state}:report`)) return;
    await expectOutcomes(
      'report',
      (stage) => ({ body: { ...report, thing: { kind: 'place' as const, id: idOf(stage) } } }),
      outcomeOf('report'),
    );
  });

  test('is listed for whom the table says', async () => {
    for (const identity of TRIED.filter(({ column }) => cellOf(STATES, `${state}:list`, column) !== '401')) {
      const token = people.get(identity.name)?.token;
      const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [stage.parcoursId] } }, token);
      const found = places.some(({ id }) => id === idOf(stage)) ? 'ok' : 'no';
      expect([identity.name, found]).toEqual([identity.name, cellOf(STATES, `${state}:list`, identity.column)]);
    }
  });
});

test('its author reads, lists and changes a place that waits, is refused, hidden or begun', async () => {
  const { bystander, parcoursId } = stage;
  const { token, user } = bystander;
  const params = { userId: user.id };
  const { drops } = await call(server.origin, 'listDrops', { params, query: { mapIds: String(parcoursId) } }, token);
  const ids = [stage.waitingId, stage.refusedId, stage.hiddenId, stage.begunId];
  expect(drops.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  for (const id of ids) {
    await call(server.origin, 'readPlace', { params: { placeId: id } }, token);
    await call(server.origin, 'updatePlace', { body: { id, appelation: 'Autre' } }, token);
  }
  await snapshot.restore();
});

test('lists show drafts to nobody else, and a parcours only to its members', async () => {
  for (const identity of TRIED.filter(({ refused }) => refused === undefined)) {
    const token = people.get(identity.name)?.token;
    const isMember = mayReadParcours(identity.privilege);
    const { parcoursId, bundleId } = stage;
    const { places } = await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
    // One of the three waits for an approval.
    const seen = identity.privilege === 'editor' || identity.privilege === 'admin' ? 3 : 2;
    expect([identity.name, places.length]).toEqual([identity.name, isMember ? seen : 0]);
    const maps = await call(server.origin, 'listParcours', { query: {} }, token);
    expect(maps.some(({ id }) => id === parcoursId)).toBe(isMember);
    const bundled = await call(server.origin, 'listBundleParcours', { params: { bundleId } }, token);
    expect(bundled.length).toBe(isMember || mayManageBundles(identity.role) ? 1 : 0);
  }
});

test('an author may change their place with any privilege but guest or none', async () => {
  const { origin } = server;
  const author = people.get('drop');
  if (author === undefined) throw new Error('Nobody drops');
  const mine = await makePlace(origin, author.person, stage.parcoursId);
  const change = () =>
    codeOf(call(origin, 'updatePlace', { body: { id: mine, appelation: 'Mine' } }, author.person.token));
  expect(await change()).toBe('ok');
  const params = { mapId: stage.parcoursId, userId: author.person.user.id };
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

  test('serves its file to anybody who holds it', async () => {
    for (const { token } of people.values()) expect(await follow(stage.mediaLink, token)).toBe(200);
  });

  test('opens nothing for anybody after any change of it', async () => {
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

  test('opens nothing after it has expired', async () => {
    server.advance(9 * 3600 * 1000);
    expect(await follow(stage.mediaLink)).toBe(403);
    expect(await follow(stage.mediaLink, stage.owner.token)).toBe(403);
  });
});
