import * as z from 'zod/mini';
import { type CallDocs, Done, Ignored, idFromText, imageBody, type Route } from '../call.ts';
import { ShareLink } from '../invite.ts';
import { OpeningChange } from '../open-parcours.ts';
import {
  CopiedParcours,
  CreatedParcours,
  NewParcours,
  Parcours,
  ParcoursInfo,
  ParcoursMember,
  ParcoursText,
} from '../parcours.ts';
import { ParcoursId, Privilege, UserId } from '../vocabulary.ts';

const OneParcours = z.object({ mapId: idFromText(ParcoursId) });
const OneMember = z.object({ mapId: idFromText(ParcoursId), userId: idFromText(UserId) });

/** Calls about parcours, their members and their links. */
export const parcoursCalls = {
  createParcours: {
    method: 'POST',
    path: '/v1/map/parcours',
    auth: 'token',
    body: { kind: 'json', schema: NewParcours },
    response: z.object({ newParcours: CreatedParcours }),
  },
  listParcours: {
    method: 'GET',
    path: '/v1/map/maps-for-user',
    auth: 'reader',
    query: z.object({ userId: Ignored }),
    response: z.array(Parcours),
  },
  readParcours: {
    method: 'GET',
    path: '/v1/map/map/:mapId',
    auth: 'reader',
    params: OneParcours,
    response: ParcoursInfo,
  },
  updateOpening: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/opening',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: OpeningChange },
    response: ParcoursInfo,
  },
  updateParcours: {
    method: 'PUT',
    path: '/v1/map/map/:mapId',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: ParcoursText },
    response: ParcoursInfo,
  },
  deleteParcours: { method: 'DELETE', path: '/v1/map/map/:mapId', auth: 'token', params: OneParcours, response: Done },
  uploadParcoursImage: {
    method: 'POST',
    path: '/v1/map/map/:mapId/upload-image',
    auth: 'token',
    params: OneParcours,
    body: imageBody,
    response: z.object({ image_url: z.string() }),
  },
  listMembers: {
    method: 'GET',
    path: '/v1/map/map/:mapId/users',
    auth: 'token',
    params: OneParcours,
    response: z.array(ParcoursMember),
  },
  setMemberPrivilege: {
    method: 'PUT',
    path: '/v1/map/map/:mapId/users/:userId',
    auth: 'token',
    params: OneMember,
    body: { kind: 'json', schema: z.object({ privilege: Privilege }) },
    response: ParcoursMember,
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/map/map/:mapId/users/:userId',
    auth: 'token',
    params: OneMember,
    response: Done,
  },
  readShareLink: {
    method: 'GET',
    path: '/v1/map/map/:mapId/shareLink',
    auth: 'token',
    params: OneParcours,
    query: z.object({ userId: Ignored }),
    response: ShareLink,
  },
  createShareLink: {
    method: 'POST',
    path: '/v1/map/map/:mapId/shareLink/:privilege',
    auth: 'token',
    params: z.object({ mapId: idFromText(ParcoursId), privilege: Privilege }),
    body: { kind: 'json', schema: z.object({ userId: Ignored, privilege: Ignored }) },
    response: ShareLink,
  },
  copyParcours: {
    method: 'POST',
    path: '/v1/map/map/:mapId/copy',
    auth: 'token',
    params: OneParcours,
    body: { kind: 'json', schema: CopiedParcours },
    idempotent: true,
    response: z.object({ newParcours: CreatedParcours }),
  },
} as const satisfies Record<string, Route>;

/** What the API's description says of {@link parcoursCalls}. */
export const parcoursCallDocs = {
  createParcours: { summary: 'Creates a parcours; its creator becomes its admin.', errors: ['forbidden', 'too_many'] },
  listParcours: {
    summary: 'The parcours that the caller is a member of; without an account, the open one, without its members.',
    errors: [],
  },
  readParcours: { summary: 'One parcours.', errors: ['forbidden', 'not_found'] },
  updateParcours: { summary: "Changes a parcours' name, description and image.", errors: ['forbidden', 'not_found'] },
  updateOpening: {
    summary:
      'Opens a parcours to people without an account, who see its public places without their authors, or closes it. It keeps ' +
      'its slug, also with null; `conflict` if another has that slug.',
    errors: ['forbidden', 'not_found', 'conflict'],
  },
  deleteParcours: {
    summary: 'Deletes a parcours with its places and their audio.',
    errors: ['forbidden', 'not_found'],
  },
  uploadParcoursImage: {
    summary: 'Stores an image for a parcours, whose URL an update can then set.',
    errors: ['forbidden', 'not_found'],
    work: ['pictures'],
  },
  listMembers: {
    summary: 'The members of a parcours but its guests, highest privilege first.',
    errors: ['forbidden', 'not_found'],
  },
  setMemberPrivilege: { summary: "Changes a member's privilege.", errors: ['forbidden', 'not_found', 'last_admin'] },
  removeMember: {
    summary: 'Removes a member, or lets the caller leave.',
    errors: ['forbidden', 'not_found', 'last_admin'],
  },
  readShareLink: {
    summary: "The caller's link to a parcours with the lowest privilege that they may give.",
    errors: ['forbidden', 'not_found', 'too_many'],
  },
  createShareLink: {
    summary: "The caller's link to a parcours with this privilege; the same one until it expires.",
    errors: ['forbidden', 'not_found', 'too_many'],
  },
  copyParcours: {
    summary:
      'Copies a parcours that the caller manages, as its only member: texts, picture, settings, order, planned places and ' +
      'those that all members see. Where somebody else made the place or its audio, the copy has a planned place. ' +
      "One that the site's admins have hidden, or have a report of before them, is not copied.",
    errors: ['forbidden', 'not_found', 'too_many', 'map_full', 'quota_exceeded'],
  },
} as const satisfies Record<keyof typeof parcoursCalls, CallDocs>;
