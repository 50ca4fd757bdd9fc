import type { RouteName } from '../../../contracts/routes.ts';

/**
 * What each call of the contract comes to, for each identity of identities.ts. A new call needs a row here; a new identity
 * needs a column in both tables.
 *
 * Roles: no token that is any good, guest, user, editor, admin. Privileges on the map that is asked about: guest, drop, editor,
 * admin; out: just removed; low: was admin, just lowered to guest; sus: a member whose account is suspended; no: never a member,
 * but of another map. A guest with the privilege guest has come by an invitation. opn/opn: reads the map without an account,
 * because it is open.
 *
 * Cells: ok, or the status of the refusal. A 401 has the code that the token deserves, a 403 is `forbidden`, others are in
 * OTHER_CODES.
 */
export const CALLS = readTable(`
role                    no  opn gst gst usr usr edi usr edi adm usr usr edi edi edi edi adm
privilege               no  opn gst adm gst drp edi edi drp adm adm no  out low sus no  no
- Service
readHealth              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
readConfig              ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
recordEvents            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
- Accounts and sessions
createAccount           ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
login                   ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
loginWithGoogle         404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
logout                  401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
renewSession            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
adoptGuest              401 401 403 403 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
readMe                  401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
readSecurity            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
endSession              401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
endSessions             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
changePassword          401 401 400 400 400 400 400 400 400 400 400 400 400 400 401 400 400
requestReset            404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
resetPassword           410 410 410 410 410 410 410 410 410 410 410 410 410 410 410 410 410
requestVerification     401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
verifyEmail             410 410 410 410 410 410 410 410 410 410 410 410 410 410 410 410 410
startPasskey            401 401 403 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
addPasskey              401 401 400 400 400 400 400 400 400 400 400 400 400 400 401 400 400
deletePasskey           401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
startPasskeyLogin       ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
loginWithPasskey        400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400
uploadProfileImage      401 401 403 403 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
- Their own data
requestExport           401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
readChoices             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
giveConsent             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
chooseStatistics        401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
chooseApprovalMails     401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
chooseLanguage          401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
planErasure             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
eraseMe                 401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
- Requests for a role
requestRole             401 401 403 403 403 403 403 ok  403 403 ok  403 403 403 401 403 403
listRoleRequests        401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
answerRoleRequest       401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
- Maps and their members
createParcours          401 401 403 403 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
listParcours            401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
readParcours            401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
readPack                401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
updateParcours          401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
requireApproval         401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
updateOpening           401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
readOrder               401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
setOrder                401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
readHeard               401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 ok
listOrigins             401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
changeManyPlaces        401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
copyParcours            401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
deleteParcours          401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
uploadParcoursImage     401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
listMembers             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
setMemberPrivilege      401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
removeMember            401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
readShareLink           401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
createShareLink         401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 403 401 403 403
importPlaces            401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
exportParcours          401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
importParcours          401 401 403 403 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
- Bundles
listBundles             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
listBundleParcours      401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
createBundle            401 401 403 403 403 403 ok  403 ok  ok  403 403 ok  ok  401 ok  ok
updateBundle            401 401 403 403 403 403 ok  403 ok  ok  403 403 ok  ok  401 ok  ok
deleteBundle            401 401 403 403 403 403 ok  403 ok  ok  403 403 ok  ok  401 ok  ok
addToBundle             401 401 403 403 403 403 ok  403 ok  ok  403 403 403 ok  401 403 ok
removeFromBundle        401 401 403 403 403 403 ok  403 ok  ok  403 403 403 ok  401 403 ok
- Invitations
createInvite            401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 403 401 403 403
mailInvites             401 401 403 403 403 403 403 403 403 404 404 403 403 403 401 403 403
acceptInvite            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  410 ok  401 ok  ok
lookAtInvite            ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
visit                   ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
listInvites             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
revokeInvite            401 401 403 403 403 403 403 403 403 ok  ok  403 403 403 401 403 403
- Places
createPlace             401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 403 401 403 403
abandonPlace            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
updatePlace             401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
readPlace               401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
deletePlace             401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
listPlacesOf            401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
listPlacesOfOnParcours  401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 403
listPlaces              401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
readPlaceList           401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
listVersions            401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
restoreVersion          401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
findOpenPlace           ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok
- What places say
readWords               401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
changeAbout             401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
readPlaceWords          401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 ok
changeTelling           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
deleteTelling           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
changeTranscript        401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
addPicture              401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
changePicture           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
orderPictures           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
deletePicture           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
- Planned places
listPlanned             401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 403 401 403 403
planPlace               401 401 403 403 403 403 ok  403 403 ok  403 403 403 403 401 403 403
changePlanned           401 401 404 404 404 403 ok  403 403 ok  403 404 404 404 401 404 404
deletePlanned           401 401 404 404 404 403 ok  403 403 ok  403 404 404 404 401 404 404
- Drops
startRecording          401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
uploadAudio             401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
uploadSessionAudio      401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
finishUpload            401 401 403 403 403 403 404 404 403 404 404 403 403 403 401 403 403
abandonUploads          401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
listDrops               401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
deleteDrop              401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
- What was deleted; the map is not
listDeleted             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
restorePlace            401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
restoreParcours         401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
purgePlace              401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
purgeParcours           401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
- Moderation; the message is somebody else’s
report                  401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
readModerationQueue     401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
takeMeasure             401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
setSuspension           401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
openParcoursToModerate  401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
listWaiting             401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
answerWaiting           401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
listMessages            401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
seeMessages             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  401 ok  ok
answerMessage           401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
- Remarks; there is none
sendRemark              401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
listRemarks             401 401 ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
closeRemark             401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
- The site's admins
listTrail               401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
listAccounts            401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
setQuota                401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
makeAccount             401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
setRole                 401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
makeResetLink           401 401 403 403 403 403 403 403 403 404 403 403 403 403 401 403 404
vouchForAddress         401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
listMaps                401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
readJobs                401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
readServer              401 401 403 403 403 403 403 403 403 ok  403 403 403 403 401 403 ok
`);

/** The code of refusals that are neither 401 nor 403. */
export const OTHER_CODES: Partial<Record<RouteName, string>> = {
  loginWithGoogle: 'google_not_configured',
  endSession: 'not_found',
  changePassword: 'invalid_credentials',
  requestReset: 'mail_not_configured',
  resetPassword: 'mail_link_ended',
  requestVerification: 'mail_not_configured',
  verifyEmail: 'mail_link_ended',
  makeResetLink: 'mail_not_configured',
  addPasskey: 'passkey_refused',
  deletePasskey: 'not_found',
  loginWithPasskey: 'passkey_refused',
  mailInvites: 'mail_not_configured',
  acceptInvite: 'invite_revoked',
  finishUpload: 'not_found',
  restoreParcours: 'not_found',
  purgeParcours: 'not_found',
  answerMessage: 'not_found',
  closeRemark: 'not_found',
  changePlanned: 'not_found',
  deletePlanned: 'not_found',
};

/**
 * What comes of acts on a place by its state, for everybody but its author: `read` is `readPlace`, `list` whether it is in
 * lists, `change` is `updatePlace`, `delete` is `deletePlace`, `report` is `report` (like `read` where it has no row), and `fill` is `createPlace` with the
 * place as `planned`. One that is `begun` fills a planned place, is no draft, and has no audio yet.
 */
export const STATES = readTable(`
role                    no  opn gst gst usr usr edi usr edi adm usr usr edi edi edi edi adm
privilege               no  opn gst adm gst drp edi edi drp adm adm no  out low sus no  no
approved:read           401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  403 403 ok  401 403 403
approved:list           401 ok  ok  ok  ok  ok  ok  ok  ok  ok  ok  no  no  ok  401 no  no
approved:change         401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
approved:delete         401 401 403 403 403 403 ok  ok  403 ok  ok  403 403 403 401 403 403
approved:fill           401 401 403 403 403 404 404 404 404 404 404 403 403 403 401 403 403
waiting:read            401 404 404 ok  404 404 ok  ok  404 ok  ok  404 404 404 401 404 404
waiting:list            401 no  no  ok  no  no  ok  ok  no  ok  ok  no  no  no  401 no  no
waiting:change          401 401 404 403 404 404 ok  ok  404 ok  ok  404 404 404 401 404 404
waiting:delete          401 401 404 403 404 404 ok  ok  404 ok  ok  404 404 404 401 404 404
waiting:fill            401 401 403 403 403 404 404 404 404 404 404 403 403 403 401 403 403
refused:read            401 404 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
refused:list            401 no  no  no  no  no  no  no  no  no  no  no  no  no  401 no  no
refused:change          401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
refused:delete          401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
refused:fill            401 401 403 403 403 404 404 404 404 404 404 403 403 403 401 403 403
planned:read            401 404 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
planned:list            401 no  no  no  no  no  no  no  no  no  no  no  no  no  401 no  no
planned:change          401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
planned:delete          401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
planned:report          401 404 404 404 404 ok  ok  ok  ok  ok  ok  404 404 404 401 404 404
planned:fill            401 401 403 403 403 ok  ok  ok  ok  ok  ok  403 403 403 401 403 403
hidden:read             401 404 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
hidden:list             401 no  no  no  no  no  no  no  no  no  no  no  no  no  401 no  no
hidden:change           401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
hidden:delete           401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
hidden:report           401 404 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
hidden:fill             401 401 403 403 403 404 404 404 404 404 404 403 403 403 401 403 403
begun:read              401 404 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
begun:list              401 no  no  no  no  no  no  no  no  no  no  no  no  no  401 no  no
begun:change            401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
begun:delete            401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
begun:fill              401 401 403 403 403 404 404 404 404 404 404 403 403 403 401 403 403
`);

/**
 * The status that requests outside the contract get, with the token of who sends them; - where they have nothing to ask for. `ownMediaLink` was asked for while they
 * were members, where they have been; `ownersMediaLink` is another person's. The last three are about another person's upload.
 */
export const PLAIN = readTable(`
role                    no  opn gst gst usr usr edi usr edi adm usr usr edi edi edi edi adm
privilege               no  opn gst adm gst drp edi edi drp adm adm no  out low sus no  no
- Files
ownMediaLink            -   -   200 200 200 200 200 200 200 200 200 -   403 200 403 -   -
ownersMediaLink         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
image                   200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
card                    200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
mapArchive              206 206 206 206 206 206 206 206 206 206 206 206 206 206 206 206 206
exportWithoutLink       403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
parcoursFileWithoutLink 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
- Public pages
openPage                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openFeed                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openFrame               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openCard                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openCover               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openChapters            200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openReport              200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
openReportUnfilled      400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400
openTranscript          404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
catalogue               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
sitemap                 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
robots                  200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
- The service
readiness               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
metrics                 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
apiDescription          200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
apiPage                 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
apiPageStyle            200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
- The site's admins
trailCsv                401 401 403 403 403 403 403 403 403 200 403 403 403 403 401 403 200
- Uploads in parts
tusOptions              401 401 204 204 204 204 204 204 204 204 204 204 204 204 401 204 204
tusUploadOptions        401 401 204 204 204 204 204 204 204 204 204 204 204 204 401 204 204
tusBegin                401 401 403 403 403 403 201 201 403 201 201 403 403 403 401 403 403
tusLook                 401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
tusSend                 401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
tusEnd                  401 401 404 404 404 404 404 404 404 404 404 404 404 404 401 404 404
`);

/** Cells by row, and by column as `role/privilege`. */
export type AccessTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Reads a table whose first two lines name the columns; lines that begin with a dash are titles. */
function readTable(text: string): AccessTable {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('- '));
  const [roles = [], privileges = [], ...rows] = lines.map((line) => line.split(/\s+/));
  const columns = roles.map((role, index) => `${role}/${privileges[index]}`).slice(1);
  return new Map(
    rows.map(([name = '', ...cells]) => {
      if (cells.length !== columns.length) {
        throw new Error(`Expected ${columns.length} cells in the row ${name}, got ${cells.length}`);
      }
      return [name, new Map(columns.map((column, index) => [column, cells[index] ?? '']))];
    }),
  );
}

/** A cell. @throws Error if there is none. */
export function cellOf(table: AccessTable, row: string, column: string): string {
  const cell = table.get(row)?.get(column);
  if (cell === undefined) throw new Error(`Expected a cell for ${row} and ${column}`);
  return cell;
}
