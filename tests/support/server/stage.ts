import { createHash } from 'node:crypto';
import { placeCode } from '../../../contracts/place-code.ts';
import type { CallInput, RouteName } from '../../../contracts/routes.ts';
import { TERMS_VERSION } from '../../../contracts/terms.ts';
import {
  type BundleId,
  InviteId,
  MeasureId,
  type ParcoursId,
  PasskeyId,
  type PictureId,
  type PlaceId,
  PlaceVersionId,
  RemarkId,
  type RoleRequestId,
} from '../../../contracts/vocabulary.ts';
import { waveformsTaken } from '../database/kept-data.ts';
import { zipOf } from '../formats/zip.ts';
import { plain } from '../samples/made-pictures.ts';
import { emptyParcours } from '../samples/parcours-archive.ts';
import { call } from './api.ts';
import {
  addMember,
  answerWaiting,
  fillingOf,
  fixture,
  makeDraft,
  makeInvite,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  pointPlace,
  setRole,
  signUp,
  upload,
} from './people.ts';
import type { TestServer } from './server.ts';

/** A parcours with something of everything that a call can be about. */
export interface Stage {
  readonly parcoursId: ParcoursId;
  /** A site's admin and the parcours' one admin. */
  readonly owner: Person;
  /** A member who may drop, and the author of the draft. */
  readonly bystander: Person;
  /** A place of the owner's without audio, with a telling in English. */
  readonly placeId: PlaceId;
  /** The only picture of that place. */
  readonly pictureId: PictureId;
  /** An earlier version of that place. */
  readonly versionId: PlaceVersionId;
  /** A place with audio that the bystander has not saved. */
  readonly draftId: PlaceId;
  /** A place of the owner's that was deleted. */
  readonly deletedId: PlaceId;
  /** A place of the bystander's that waits for an approval. */
  readonly waitingId: PlaceId;
  readonly waitingVersion: string;
  /** A place of the bystander's that was refused. */
  readonly refusedId: PlaceId;
  /** A place of the bystander's that the site's admins hide. */
  readonly hiddenId: PlaceId;
  /** A place that the owner planned, and nobody has filled. */
  readonly plannedId: PlaceId;
  /** A place of the bystander's that fills another planned place, and has no audio yet. */
  readonly begunId: PlaceId;
  /** A warning to the bystander. */
  readonly messageId: MeasureId;
  /** Holds the parcours. */
  readonly bundleId: BundleId;
  /** The owner's open invitation for guests. */
  readonly inviteId: InviteId;
  readonly inviteToken: string;
  /** The bystander's open request for the role editor. */
  readonly roleRequestId: RoleRequestId;
  /** Of a guest who came by that invitation. */
  readonly guestToken: string;
  /** To the audio of another place. */
  readonly mediaLink: string;
  readonly clip: Blob;
  /** A picture of few pixels. */
  readonly image: Blob;
  /** Of a parcours without places. */
  readonly parcoursZip: Blob;
}

/** The stage as it is for one person, who has started a recording session. */
export interface StageFor extends Stage {
  readonly person: Person;
  readonly sessionId: string;
  /** Of an upload in parts: the person's own that has arrived whole, or none. */
  readonly uploadId: string;
}

/** Confirms whatever maps the account has by then: other calls of these tests create some. */
const ANY_MAP = Array.from({ length: 1000 }, (_, index) => index + 1);

const theMap = ({ parcoursId }: StageFor) => ({ params: { mapId: parcoursId } });
const theBundle = ({ bundleId }: StageFor) => ({ params: { bundleId } });
const thePlace = ({ placeId }: StageFor) => ({ params: { placeId } });
const thePlanned = ({ plannedId }: StageFor) => ({ params: { placeId: plannedId } });
const theTelling = ({ placeId }: StageFor) => ({ params: { placeId, language: 'en', kind: 'standard' as const } });
const thePicture = ({ placeId, pictureId }: StageFor) => ({ params: { placeId, pictureId } });
const theMember = ({ parcoursId, bystander }: StageFor) => ({
  params: { mapId: parcoursId, userId: bystander.user.id },
});
const theBundledMap = ({ bundleId, parcoursId }: StageFor) => ({ params: { bundleId, mapId: parcoursId } });
const theClip = ({ placeId, clip }: StageFor) => ({
  fields: { place_id: placeId, size: clip.size, length: 1.5 },
  file: clip,
});
/** The id of an upload in parts that nobody has begun. */
export const NO_UPLOAD = '00000000-0000-4000-8000-000000000001';
/** The id of a remark that nobody has sent. */
const NO_REMARK = RemarkId.parse(1_000_000);
/** The version of an order without places. */
const NO_ORDER = createHash('sha256').digest('hex').slice(0, 32);
const text = { name: 'Autre', description: 'Une autre.' };

/** A valid request for each call: a call without one does not compile. */
export const VALID: { readonly [Name in RouteName]: (stage: StageFor) => CallInput<Name, Blob> } = {
  readHealth: () => ({}),
  readConfig: () => ({}),
  recordEvents: ({ placeId }) => ({
    body: {
      events: [
        {
          name: 'User Entered Geometry',
          atMs: 1_700_000_000_000,
          properties: { geometryId: placeId, geometryType: 'Point', distance: 3, accuracyRadius: 8 },
        },
      ],
    },
  }),
  createAccount: () => ({ body: { name: 'Neu', email: 'neu@example.org', password: 'a password' } }),
  login: ({ owner: { email, password } }) => ({ body: { email, password } }),
  loginWithGoogle: () => ({ body: { accessToken: 'token' } }),
  logout: () => ({}),
  renewSession: () => ({}),
  adoptGuest: ({ guestToken }) => ({ body: { token: guestToken } }),
  readMe: () => ({}),
  requestExport: () => ({}),
  readChoices: () => ({}),
  giveConsent: () => ({ body: { kind: 'voice', version: TERMS_VERSION } }),
  chooseStatistics: () => ({ body: { wanted: true } }),
  chooseLanguage: () => ({ body: { language: 'en' } }),
  chooseApprovalMails: () => ({ body: { wanted: true } }),
  planErasure: () => ({}),
  // A guest has no password.
  eraseMe: ({ person: { password } }) => ({
    body: { drops: 'keep', lost: ANY_MAP, ...(password === '' ? {} : { password }) },
  }),
  readSecurity: () => ({}),
  endSession: () => ({ params: { sessionId: 'nobody-has-this-session' } }),
  endSessions: () => ({ body: { keepsThis: true } }),
  changePassword: () => ({ body: { current: 'a wrong password', password: 'another password' } }),
  requestReset: ({ owner }) => ({ body: { email: owner.email } }),
  resetPassword: () => ({ body: { token: 'none', password: 'another password' } }),
  requestVerification: () => ({}),
  verifyEmail: () => ({ body: { token: 'none' } }),
  startPasskey: () => ({ body: {} }),
  addPasskey: () => ({ body: { id: 'none', response: { clientDataJSON: 'none', attestationObject: 'none' } } }),
  deletePasskey: () => ({ params: { passkeyId: PasskeyId.parse(999_999) } }),
  startPasskeyLogin: () => ({}),
  loginWithPasskey: () => ({
    body: {
      id: 'none',
      response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none', userHandle: 'none' },
    },
  }),
  uploadProfileImage: ({ image }) => ({ fields: {}, file: image }),
  requestRole: ({ parcoursId }) => ({ body: { role: 'editor', mapId: parcoursId, words: 'Pour dessiner.' } }),
  listRoleRequests: () => ({}),
  answerRoleRequest: ({ roleRequestId }) => ({ params: { requestId: roleRequestId }, body: { answer: 'refused' } }),
  createParcours: () => ({ body: { title: 'Neu', description: 'Neu.' } }),
  listParcours: () => ({ query: {} }),
  readParcours: theMap,
  readPack: theMap,
  updateOpening: (stage) => ({ ...theMap(stage), body: { visibility: 'catalogue' as const, slug: 'le-quai-neuf' } }),
  updateParcours: (stage) => ({ ...theMap(stage), body: text }),
  readOrder: theMap,
  readHeard: theMap,
  setOrder: (stage) => ({ ...theMap(stage), body: { placeIds: [], version: NO_ORDER } }),
  listOrigins: theMap,
  changeManyPlaces: (stage) => ({
    ...theMap(stage),
    body: { act: 'rename', names: [{ id: stage.placeId, appelation: 'Autre' }] },
  }),
  exportParcours: (stage) => ({ ...theMap(stage), body: { format: 'zip' } }),
  importPlaces: (stage) => ({
    ...theMap(stage),
    body: {
      places: [
        {
          appelation: 'Le puits',
          feature: { type: 'Point', coordinates: [2.34, 48.85] },
          text: 'Profond.',
          link: null,
        },
      ],
    },
  }),
  importParcours: ({ parcoursZip: file }) => ({ fields: {}, file }),
  copyParcours: (stage) => ({ ...theMap(stage), body: {} }),
  requireApproval: (stage) => ({ ...theMap(stage), body: { required: true } }),
  deleteParcours: theMap,
  uploadParcoursImage: (stage) => ({ ...theMap(stage), fields: {}, file: stage.image }),
  listMembers: theMap,
  setMemberPrivilege: (stage) => ({ ...theMember(stage), body: { privilege: 'editor' } }),
  removeMember: theMember,
  readShareLink: (stage) => ({ ...theMap(stage), query: {} }),
  createShareLink: ({ parcoursId }) => ({ params: { mapId: parcoursId, privilege: 'drop' }, body: {} }),
  listBundles: () => ({}),
  listBundleParcours: theBundle,
  createBundle: () => ({ body: text }),
  updateBundle: (stage) => ({ ...theBundle(stage), body: text }),
  deleteBundle: theBundle,
  addToBundle: theBundledMap,
  removeFromBundle: theBundledMap,
  createInvite: ({ parcoursId }) => ({ body: { mapId: parcoursId, privilege: 'drop' } }),
  mailInvites: ({ parcoursId }) => ({ body: { mapId: parcoursId, privilege: 'drop', emails: ['zoe@example.org'] } }),
  acceptInvite: ({ inviteToken }) => ({ body: { token: inviteToken } }),
  lookAtInvite: ({ inviteToken }) => ({ body: { token: inviteToken } }),
  visit: ({ inviteToken }) => ({ body: { token: inviteToken, key: 'k'.repeat(32) } }),
  listInvites: ({ parcoursId }) => ({ query: { mapId: parcoursId } }),
  revokeInvite: ({ inviteId }) => ({ params: { inviteId } }),
  createPlace: ({ parcoursId }) => ({ body: pointPlace(parcoursId) }),
  updatePlace: ({ placeId }) => ({ body: { id: placeId, appelation: 'Autre' } }),
  readPlace: thePlace,
  findOpenPlace: ({ placeId }) => ({ params: { code: placeCode(placeId) } }),
  deletePlace: thePlace,
  listPlacesOf: ({ owner }) => ({ params: { userId: owner.user.id } }),
  listPlacesOfOnParcours: ({ owner, parcoursId }) => ({ params: { userId: owner.user.id, mapId: parcoursId } }),
  listPlaces: ({ parcoursId }) => ({ body: { mapIds: [parcoursId] } }),
  readPlaceList: ({ parcoursId }) => ({ query: { mapIds: String(parcoursId) } }),
  listVersions: thePlace,
  restoreVersion: ({ placeId, versionId }) => ({ params: { placeId, versionId } }),
  readWords: theMap,
  changeAbout: (stage) => ({
    ...theMap(stage),
    body: { language: 'fr', facts: { lengthM: 900, surface: 'Pavés' }, translations: [{ ...text, language: 'en' }] },
  }),
  readPlaceWords: thePlace,
  changeTelling: (stage) => ({
    ...theTelling(stage),
    body: { name: 'The bridge', text: '*Old*', link: 'https://example.org/', pictures: [] },
  }),
  deleteTelling: theTelling,
  addPicture: (stage) => ({ ...thePlace(stage), fields: {}, file: stage.image }),
  changePicture: (stage) => ({ ...thePicture(stage), body: { credit: 'Ada' } }),
  orderPictures: (stage) => ({ ...thePlace(stage), body: { order: [stage.pictureId] } }),
  deletePicture: thePicture,
  changeTranscript: (stage) => ({
    ...theTelling(stage),
    body: { transcript: { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHere.', state: 'draft' } },
  }),
  listPlanned: theMap,
  planPlace: ({ parcoursId }) => ({ body: plannedPoint(parcoursId) }),
  changePlanned: (stage) => ({ ...thePlanned(stage), body: { appelation: 'Autre' } }),
  deletePlanned: thePlanned,
  startRecording: ({ placeId }) => ({ body: { place_id: placeId } }),
  uploadAudio: theClip,
  uploadSessionAudio: (stage) => ({ ...theClip(stage), params: { sessionId: stage.sessionId } }),
  finishUpload: ({ placeId, clip, uploadId }) => ({
    body: { uploadId, place_id: placeId, size: clip.size, length: 1.5 },
  }),
  listDrops: ({ owner }) => ({ params: { userId: owner.user.id }, query: {} }),
  abandonPlace: () => ({ headers: { 'idempotency-key': 'unused' } }),
  abandonUploads: () => ({ headers: { 'tus-resumable': '1.0.0', 'idempotency-key': 'unused' } }),
  deleteDrop: thePlace,
  listDeleted: () => ({}),
  restorePlace: ({ deletedId }) => ({ params: { placeId: deletedId } }),
  restoreParcours: theMap,
  purgePlace: ({ deletedId }) => ({ params: { placeId: deletedId } }),
  purgeParcours: theMap,
  report: ({ parcoursId }) => ({ body: { thing: { kind: 'map', id: parcoursId }, reason: 'wrong', words: 'Fermé.' } }),
  readModerationQueue: () => ({}),
  takeMeasure: ({ placeId }) => ({ body: { thing: { kind: 'place', id: placeId }, kind: 'hide', words: 'Non.' } }),
  setSuspension: ({ bystander }) => ({ params: { userId: bystander.user.id }, body: { suspended: false } }),
  openParcoursToModerate: theMap,
  listWaiting: theMap,
  answerWaiting: ({ waitingId, waitingVersion }) => ({
    params: { placeId: waitingId },
    body: { answer: 'approved', version: waitingVersion },
  }),
  listMessages: () => ({}),
  seeMessages: () => ({}),
  answerMessage: ({ messageId }) => ({ params: { messageId }, body: { words: 'Pardon.' } }),
  sendRemark: ({ placeId }) => ({ params: { placeId }, body: { subject: 'way', words: 'Fermé.' } }),
  listRemarks: theMap,
  closeRemark: () => ({ params: { remarkId: NO_REMARK }, body: { answer: '' } }),
  listTrail: () => ({ query: {} }),
  listAccounts: () => ({ query: {} }),
  setQuota: ({ bystander }) => ({ params: { userId: bystander.user.id }, body: { quotaBytes: null } }),
  makeAccount: () => ({ body: { name: 'Fait', email: 'fait@example.org', role: 'user' } }),
  setRole: ({ bystander }) => ({ params: { userId: bystander.user.id }, body: { role: 'user' } }),
  makeResetLink: ({ bystander }) => ({ params: { userId: bystander.user.id } }),
  vouchForAddress: ({ bystander }) => ({ params: { userId: bystander.user.id } }),
  listMaps: () => ({ query: {} }),
  readJobs: () => ({}),
  readServer: () => ({}),
};

/** The slug of the stage's parcours, which is open. */
export const STAGE_SLUG = 'le-quai';

/** Sets the stage on an empty server, which does nothing of its own any more then. */
export async function buildStage(server: TestServer): Promise<Stage> {
  const { origin } = server;
  const [owner, bystander] = [await signUp(origin, 'Owner'), await signUp(origin, 'Bystander')];
  await setRole(server, owner, 'admin');
  const parcoursId = await makeParcours(origin, owner);
  const opening = { visibility: 'link' as const, slug: STAGE_SLUG };
  await call(origin, 'updateOpening', { params: { mapId: parcoursId }, body: opening }, owner.token);
  const clip = await fixture('conforming-mono.wav');
  const heard = await makePlace(origin, owner, parcoursId, 'Heard');
  const mediaLink = (await upload(origin, owner, heard, clip)).link;
  await waveformsTaken(server.dataDir);
  const placeId = await makePlace(origin, owner, parcoursId, 'Avant');
  await call(origin, 'updatePlace', { body: { id: placeId, appelation: 'Le pont' } }, owner.token);
  const { versions } = await call(origin, 'listVersions', { params: { placeId } }, owner.token);
  const versionId = PlaceVersionId.parse(versions[0]?.id);
  const english = { params: { placeId, language: 'en', kind: 'standard' as const } };
  await call(
    origin,
    'changeTelling',
    { ...english, body: { name: 'The bridge', text: '', link: null, pictures: [] } },
    owner.token,
  );
  const image = new Blob([new Uint8Array(await plain(24, 16, 'teal').png().toBuffer())]);
  const pictured = { params: { placeId }, fields: {}, file: image };
  const { id: pictureId } = await call(origin, 'addPicture', pictured, owner.token);
  const deletedId = await makePlace(origin, owner, parcoursId, 'Deleted');
  await call(origin, 'deletePlace', { params: { placeId: deletedId } }, owner.token);
  await addMember(origin, owner, parcoursId, bystander, 'drop');
  const warnedId = await makePlace(origin, bystander, parcoursId, 'Warned');
  const warning = { thing: { kind: 'place', id: warnedId }, kind: 'warn' } as const;
  await call(origin, 'takeMeasure', { body: warning }, owner.token);
  await call(origin, 'deletePlace', { params: { placeId: warnedId } }, bystander.token);
  const { messages } = await call(origin, 'listMessages', {}, bystander.token);
  const messageId = MeasureId.parse(messages[0]?.id);
  const setApproval = (required: boolean) =>
    call(origin, 'requireApproval', { params: { mapId: parcoursId }, body: { required } }, owner.token);
  await setApproval(true);
  const waitingId = await makePlace(origin, bystander, parcoursId, 'Waiting');
  const { places: waiting } = await call(origin, 'listWaiting', { params: { mapId: parcoursId } }, owner.token);
  const waitingVersion = waiting[0]?.version ?? '';
  const refusedId = await makePlace(origin, bystander, parcoursId, 'Refused');
  await answerWaiting(origin, owner, parcoursId, refusedId, 'refused');
  await setApproval(false);
  const draftId = await makeDraft(origin, bystander, parcoursId);
  await upload(origin, bystander, draftId, await fixture('conforming-stereo.wav'));
  await waveformsTaken(server.dataDir);
  const hiddenId = await makePlace(origin, bystander, parcoursId, 'Hidden');
  await call(origin, 'takeMeasure', { body: { thing: { kind: 'place', id: hiddenId }, kind: 'hide' } }, owner.token);
  const plannedId = (await call(origin, 'planPlace', { body: plannedPoint(parcoursId) }, owner.token)).id;
  const { id: begun } = await call(origin, 'planPlace', { body: plannedPoint(parcoursId, 'Begun') }, owner.token);
  const { newPlace } = await call(origin, 'createPlace', { body: fillingOf(parcoursId, begun) }, bystander.token);
  const { id: bundleId } = await call(origin, 'createBundle', { body: { name: 'Lot' } }, owner.token);
  await call(origin, 'addToBundle', { params: { bundleId, mapId: parcoursId } }, owner.token);
  const { token: inviteToken } = await makeInvite(origin, owner, parcoursId);
  const invitations = await call(origin, 'listInvites', { query: { mapId: parcoursId } }, owner.token);
  const inviteId = InviteId.parse(invitations.find(({ privilege }) => privilege === 'guest')?.id);
  const { id: roleRequestId } = await call(origin, 'requestRole', { body: { role: 'editor' } }, bystander.token);
  const guest = await call(origin, 'visit', { body: { token: inviteToken, key: 'g'.repeat(32) } });
  return {
    parcoursId,
    owner,
    bystander,
    placeId,
    pictureId,
    versionId,
    draftId,
    deletedId,
    waitingId,
    waitingVersion,
    refusedId,
    hiddenId,
    plannedId,
    begunId: newPlace.place_id,
    messageId,
    bundleId,
    inviteId,
    roleRequestId,
    inviteToken,
    guestToken: guest.token,
    clip,
    image,
    parcoursZip: new Blob([await zipOf(emptyParcours())]),
    mediaLink,
  };
}
