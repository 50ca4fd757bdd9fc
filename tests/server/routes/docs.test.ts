import { beforeAll, describe, expect, test } from 'vitest';
import { NoContent, type Route } from '../../../contracts/call.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import type { OpenApi } from '../../../server/http/openapi/shape.ts';
import { findFaults } from '../../support/formats/json-schema.ts';
import { call } from '../../support/server/api.ts';
import { addMember, type Person, signUp } from '../../support/server/people.ts';
import { buildStage, type StageFor, VALID } from '../../support/server/stage.ts';
import { beginUpload, sendPart } from '../../support/server/tus.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let stage: StageFor;
let api: OpenApi;
/** A user whose role holds rights back, because the owner is already a site admin. */
let limits: Person;
beforeAll(async () => {
  const built = await buildStage(server);
  const started = await fetch(`${server.origin}/v1/drop/start-recording`, {
    method: 'POST',
    headers: { Authorization: built.owner.token, 'Content-Type': 'application/json' },
    body: '{}',
  });
  const { sessionId } = await started.json();
  const uploadId = await beginUpload(server.origin, built.owner, built.placeId, built.clip.size);
  await sendPart(server.origin, built.owner, uploadId, 0, built.clip);
  limits = await signUp(server.origin, 'Held back');
  await addMember(server.origin, built.owner, built.parcoursId, limits, 'editor');
  stage = { ...built, person: built.owner, sessionId, uploadId };
  api = await (await fetch(`${server.origin}/v1/openapi.json`)).json();
});

/** Calls that destroy data that others need come last. */
const LAST: readonly RouteName[] = [
  'removeMember',
  'revokeInvite',
  'deletePlace',
  'deleteDrop',
  'deleteBundle',
  'deleteParcours',
  'purgeParcours',
  'logout',
  'eraseMe',
];
const names = (Object.keys(routes) as RouteName[]).sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other));

/** Preparations of calls. */
const BEFORE: Partial<Record<RouteName, () => Promise<unknown>>> = {
  restoreParcours: () => ask('deleteParcours', stage.person.token),
  purgeParcours: async () => {
    for (const body of [
      { thing: { kind: 'place', id: stage.placeId }, kind: 'restore' },
      { thing: { kind: 'place', id: stage.hiddenId }, kind: 'restore' },
      { thing: { kind: 'map', id: stage.parcoursId }, kind: 'dismiss' },
    ] as const) {
      await call(server.origin, 'takeMeasure', { body }, stage.person.token);
    }
  },
  purgePlace: () => call(server.origin, 'deletePlace', { params: { placeId: stage.deletedId } }, stage.person.token),
};
/** The callers other than the owner. */
const ASKERS: Partial<Record<RouteName, () => Person>> = {
  requestRole: () => limits,
  answerMessage: () => stage.bystander,
  logout: () => limits,
};

async function ask(name: RouteName, token: string): Promise<Response> {
  const route: Route = routes[name];
  const {
    params = {},
    query = {},
    headers = {},
    fields = {},
    body,
    file,
  } = VALID[name](stage) as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    headers?: Record<string, string>;
    fields?: Record<string, unknown>;
    body?: unknown;
    file?: Blob;
  };
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  if (route.body?.kind === 'multipart' && file !== undefined) form.set(route.body.file, file, 'file');
  const json = { body: JSON.stringify(body), headers: { Authorization: token, 'Content-Type': 'application/json' } };
  return fetch(`${server.origin}${route.path.replace(/:(\w+)/g, (_, key: string) => String(params[key]))}?${search}`, {
    method: route.method,
    headers: { ...headers, Authorization: token },
    ...(route.body?.kind === 'json' ? json : {}),
    ...(route.body?.kind === 'multipart' ? { body: form } : {}),
  });
}

function operationOf(name: RouteName) {
  const { path, method }: Route = routes[name];
  return api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
}

function schemaOf(name: RouteName, status: number): unknown {
  return operationOf(name)?.responses[String(status)]?.content?.['application/json']?.schema;
}

/**
 * Calls that fail on the stage, which lacks Google, mails, another session, an authenticator and a free name, and by then has
 * another picture.
 */
const REFUSED: ReadonlySet<RouteName> = new Set<RouteName>([
  'createAccount',
  'loginWithGoogle',
  'endSession',
  'closeRemark',
  'findOpenPlace',
  'changePassword',
  'requestReset',
  'resetPassword',
  'requestVerification',
  'verifyEmail',
  'makeResetLink',
  'mailInvites',
  'addPasskey',
  'deletePasskey',
  'loginWithPasskey',
  'orderPictures',
]);

describe('the description covers the answer', () => {
  test.each(names)('to a refused %s', async (name) => {
    const route: Route = routes[name];
    const response = await ask(name, 'no token');
    const answer: unknown = await response.json();
    if (route.auth !== 'none') expect(response.status).toBe(401);
    expect(findFaults(schemaOf(name, response.status), answer, api)).toEqual([]);
  });

  test.each(names.filter((name) => name !== 'deleteDrop'))('to %s', async (name) => {
    await BEFORE[name]?.();
    const response = await ask(name, (ASKERS[name]?.() ?? stage.person).token);
    const isEmpty = routes[name].response === NoContent;
    const answer: unknown = isEmpty ? await response.text() : await response.json();
    if (!REFUSED.has(name)) expect([response.status, answer]).toEqual(isEmpty ? [204, ''] : [200, answer]);
    if (isEmpty) expect(operationOf(name)?.responses).toHaveProperty('204');
    else expect(findFaults(schemaOf(name, response.status), answer, api)).toEqual([]);
  });
});

describe('the page', () => {
  test('needs no script and no other site, and describes every call', async () => {
    const response = await fetch(`${server.origin}/v1/docs`, { headers: { Accept: 'text/html' } });
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).not.toMatch(/<script|<style|style=|https?:/);
    for (const name of Object.keys(routes)) expect(html).toContain(`id="call-${name}"`);
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((target) => !ids.has(target))).toEqual([]);
  });

  test('gets its style from this server', async () => {
    const response = await fetch(`${server.origin}/v1/docs.css`);
    expect(response.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  });
});
