import type { Route } from '../../../contracts/call.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import { type RouteName, routes } from '../../../contracts/routes.ts';
import { CARD_PATH } from '../../domain/cards/cards.ts';
import type { COSTLY_WORK } from '../../domain/costly-work.ts';
import { EXPORT_PATH } from '../../domain/rights/exports.ts';
import { TILES_PATH } from '../../domain/tiles/map-tiles.ts';

/** The reasons for rejecting a new password. */
const NEW_PASSWORD: readonly ErrorCode[] = ['password_short', 'password_common', 'password_own'];

/** The errors of each call's own rules; {@link failuresOf} adds those of all calls of its kind. */
const OWN: Readonly<Record<RouteName, readonly ErrorCode[]>> = {
  readHealth: [],
  readConfig: [],
  recordEvents: [],
  createAccount: ['email_taken', ...NEW_PASSWORD],
  login: ['invalid_credentials', 'suspended', 'too_many_requests'],
  loginWithGoogle: [
    'google_refused',
    'google_unreachable',
    'google_not_configured',
    'email_taken',
    'suspended',
    'too_many_requests',
  ],
  logout: [],
  renewSession: [],
  adoptGuest: ['forbidden', 'guest_ended'],
  readMe: [],
  readSecurity: [],
  endSession: ['not_found'],
  endSessions: [],
  changePassword: ['invalid_credentials', ...NEW_PASSWORD],
  requestReset: ['mail_not_configured'],
  resetPassword: ['mail_link_ended', ...NEW_PASSWORD],
  requestVerification: ['forbidden', 'mail_not_configured'],
  verifyEmail: ['mail_link_ended'],
  startPasskey: [
    'passkeys_not_configured',
    'forbidden',
    'recent_login_needed',
    'invalid_credentials',
    'passkeys_full',
    'too_many_requests',
  ],
  addPasskey: ['passkeys_not_configured', 'passkey_refused', 'passkeys_full'],
  deletePasskey: ['not_found', 'last_way_in'],
  startPasskeyLogin: ['passkeys_not_configured', 'too_many_requests'],
  loginWithPasskey: ['passkeys_not_configured', 'passkey_refused', 'suspended', 'too_many_requests'],
  uploadProfileImage: [],
  requestExport: [],
  readChoices: [],
  giveConsent: [],
  chooseStatistics: [],
  planErasure: [],
  eraseMe: ['invalid_credentials', 'conflict', 'too_many_requests'],
  requestRole: ['forbidden', 'not_found', 'too_many_requests'],
  listRoleRequests: [],
  answerRoleRequest: ['forbidden', 'not_found', 'conflict'],
  createParcours: ['forbidden', 'too_many'],
  listParcours: [],
  readParcours: ['forbidden', 'not_found'],
  readPack: ['forbidden', 'not_found', 'disk_full'],
  updateParcours: ['forbidden', 'not_found'],
  requireApproval: ['forbidden', 'not_found'],
  deleteParcours: ['forbidden', 'not_found'],
  uploadParcoursImage: ['forbidden', 'not_found'],
  listMembers: ['forbidden', 'not_found'],
  setMemberPrivilege: ['forbidden', 'not_found', 'last_admin'],
  removeMember: ['forbidden', 'not_found', 'last_admin'],
  readShareLink: ['forbidden', 'not_found', 'too_many'],
  createShareLink: ['forbidden', 'not_found', 'too_many'],
  listBundles: [],
  listBundleParcours: ['forbidden', 'not_found'],
  createBundle: ['forbidden', 'too_many'],
  updateBundle: ['forbidden', 'not_found'],
  deleteBundle: ['forbidden', 'not_found'],
  addToBundle: ['forbidden', 'not_found', 'too_many'],
  removeFromBundle: ['forbidden', 'not_found'],
  createInvite: ['forbidden', 'not_found', 'too_many'],
  acceptInvite: ['account_needed', 'invite_invalid', 'invite_expired', 'invite_revoked', 'too_many'],
  lookAtInvite: ['invite_invalid', 'invite_expired', 'invite_revoked', 'too_many_requests'],
  visit: [
    'account_needed',
    'suspended',
    'invite_invalid',
    'invite_expired',
    'invite_revoked',
    'too_many',
    'too_many_requests',
  ],
  listInvites: ['forbidden', 'not_found'],
  revokeInvite: ['forbidden', 'not_found'],
  createPlace: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
  updatePlace: ['forbidden', 'not_found', 'map_full', 'quota_exceeded'],
  readPlace: ['forbidden', 'not_found'],
  deletePlace: ['forbidden', 'not_found'],
  listPlacesOf: ['forbidden', 'not_found'],
  listPlacesOfOnParcours: ['forbidden', 'not_found'],
  listPlaces: [],
  readPlaceList: ['too_large'],
  startRecording: ['forbidden', 'not_found', 'too_many'],
  uploadAudio: ['forbidden', 'not_found', 'invalid_audio'],
  uploadSessionAudio: ['forbidden', 'not_found', 'conflict', 'invalid_audio'],
  finishUpload: ['forbidden', 'not_found', 'conflict', 'invalid_audio', 'quota_exceeded'],
  listDrops: ['forbidden', 'not_found'],
  abandonUploads: ['invalid_request'],
  deleteDrop: ['forbidden', 'not_found'],
  listDeleted: [],
  restorePlace: ['forbidden', 'not_found', 'map_full'],
  restoreParcours: ['forbidden', 'not_found'],
  purgePlace: ['forbidden', 'not_found', 'conflict'],
  purgeParcours: ['forbidden', 'not_found', 'conflict'],
  report: ['forbidden', 'not_found', 'too_many_requests'],
  readModerationQueue: ['forbidden'],
  takeMeasure: ['forbidden', 'not_found', 'conflict'],
  setSuspension: ['forbidden', 'not_found', 'conflict'],
  openParcoursToModerate: ['forbidden', 'not_found'],
  listWaiting: ['forbidden', 'not_found'],
  answerWaiting: ['forbidden', 'not_found', 'conflict'],
  listMessages: [],
  seeMessages: [],
  answerMessage: ['not_found', 'conflict'],
  listTrail: ['forbidden'],
  listAccounts: ['forbidden'],
  setQuota: ['forbidden', 'not_found'],
  listMaps: ['forbidden'],
  readJobs: ['forbidden'],
  readServer: ['forbidden'],
};

/** The calls that do each kind of costly work; they are refused as `busy` when too much of it is queued. */
export const COSTLY_CALLS: Readonly<Record<keyof typeof COSTLY_WORK, readonly RouteName[]>> = {
  passwords: ['createAccount', 'login', 'changePassword', 'resetPassword', 'startPasskey', 'eraseMe'],
  pictures: ['uploadProfileImage', 'uploadParcoursImage'],
  bodies: ['createPlace', 'updatePlace'],
  extracts: ['readPack'],
  exports: [],
  lists: [
    'listPlaces',
    'readPlaceList',
    'readPack',
    'listPlacesOf',
    'listPlacesOfOnParcours',
    'listDrops',
    'openParcoursToModerate',
    'listWaiting',
  ],
};

/** The same for routes outside the contract, by path. */
export const COSTLY_PATHS: Readonly<Partial<Record<keyof typeof COSTLY_WORK, string>>> = {
  pictures: `${CARD_PATH}/:file`,
  extracts: `${TILES_PATH}/:file`,
  exports: `${EXPORT_PATH}/:ticket`,
};

const UPLOADS: readonly ErrorCode[] = ['too_large', 'quota_exceeded', 'disk_full'];

/** All error codes of a call. */
export function failuresOf(name: RouteName): ErrorCode[] {
  const route: Route = routes[name];
  const codes = new Set<ErrorCode>(OWN[name]);
  if (route.params !== undefined || route.query !== undefined || route.body !== undefined) codes.add('invalid_request');
  if (route.auth === 'token') codes.add('unauthenticated').add('token_expired');
  if (route.idempotent) codes.add('conflict');
  if (route.body?.kind === 'json') codes.add('too_large').add('disk_full');
  if (route.body?.kind === 'multipart') for (const code of UPLOADS) codes.add(code);
  if (route.body?.kind === 'multipart' && route.body.file === 'image') codes.add('invalid_image');
  if (Object.values(COSTLY_CALLS).some((calls) => calls.includes(name))) codes.add('busy');
  if (name !== 'readHealth') codes.add('too_many_requests');
  return [...codes.add('internal')];
}
