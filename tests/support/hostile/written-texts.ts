/**
 * What people write, and the fields that it arrives in: each field that {@link findTextFields} finds is here once, or in
 * {@link NEVER_SHOWN}.
 */
export const WRITTEN = {
  person: ['createAccount.name', 'makeAccount.name'],
  label: ['createInvite.label', 'mailInvites.label'],
  map: ['createParcours.title', 'updateParcours.name', 'copyParcours.title', 'file.name'],
  mapDescription: ['createParcours.description', 'updateParcours.description', 'file.description'],
  authors: ['changeAbout.facts.authors', 'file.drop_ici.about.facts.authors'],
  surface: ['changeAbout.facts.surface', 'file.drop_ici.about.facts.surface'],
  toilets: ['changeAbout.facts.toilets', 'file.drop_ici.about.facts.toilets'],
  transport: ['changeAbout.facts.transport', 'file.drop_ici.about.facts.transport'],
  emergency: ['changeAbout.facts.emergency', 'file.drop_ici.about.facts.emergency'],
  mapInEnglish: ['changeAbout.translations[].name', 'file.drop_ici.about.translations[].name'],
  descriptionInEnglish: ['changeAbout.translations[].description', 'file.drop_ici.about.translations[].description'],
  place: [
    'createPlace.properties.appelation',
    'updatePlace.appelation',
    'changeManyPlaces.names[].appelation',
    'importPlaces.places[].appelation',
    'file.features[].properties.name',
  ],
  planned: ['planPlace.appelation', 'changePlanned.appelation'],
  text: ['changeTelling.text', 'importPlaces.places[].text', 'file.features[].properties.drop_ici.tellings[].text'],
  link: ['changeTelling.link', 'importPlaces.places[].link', 'file.features[].properties.drop_ici.tellings[].link'],
  telling: ['changeTelling.name', 'file.features[].properties.drop_ici.tellings[].name'],
  picture: [
    'changeTelling.pictures[].description',
    'file.features[].properties.drop_ici.tellings[].pictures[].description',
  ],
  credit: ['changePicture.credit', 'file.features[].properties.drop_ici.pictures[].credit'],
  cue: ['changeTranscript.transcript.vtt', 'file.features[].properties.drop_ici.tellings[].transcript.vtt'],
  bundle: ['createBundle.name', 'updateBundle.name'],
  bundleDescription: ['createBundle.description', 'updateBundle.description'],
  roleRequest: ['requestRole.words'],
  roleAnswer: ['answerRoleRequest.words'],
  report: ['report.words'],
  measure: ['takeMeasure.words'],
  suspension: ['setSuspension.words'],
  refusal: ['answerWaiting.words'],
  messageAnswer: ['answerMessage.words'],
  remark: ['sendRemark.words'],
  remarkAnswer: ['closeRemark.answer'],
} as const satisfies Record<string, readonly string[]>;

/** A text that people write. */
export type Written = keyof typeof WRITTEN;

/** Fields that accept such a text, which nobody ever sees, and why. */
export const NEVER_SHOWN: Readonly<Record<string, readonly string[]>> = {
  'a secret': [
    'createAccount.password',
    'login.password',
    'loginWithGoogle.accessToken',
    'adoptGuest.token',
    'acceptInvite.token',
    'lookAtInvite.token',
    'visit.token',
    'changePassword.current',
    'changePassword.password',
    'resetPassword.token',
    'resetPassword.password',
    'verifyEmail.token',
    'startPasskey.password',
    'eraseMe.password',
  ],
  'only compared, or read as a number': [
    ...['authors', 'surface', 'toilets', 'transport', 'emergency'].map((fact) => `changeAbout.was.facts.${fact}`),
    ...['changeAbout.was.translations[].name', 'changeAbout.was.translations[].description'],
    'setOrder.version',
    'answerWaiting.version',
    'uploadAudio.place_id',
    'uploadAudio.length',
    'uploadSessionAudio.place_id',
    'uploadSessionAudio.length',
    'addPasskey.response.transports[]',
  ],
  'one of the images that the server has': ['updateParcours.image_url'],
  'a shape, which is read before it is stored': [
    'createPlace.geometry',
    'updatePlace.feature',
    'importPlaces.places[].feature',
    'planPlace.feature',
    'changePlanned.feature',
    'file.features[].geometry',
  ],
  'ignored by an import': [
    'file.link',
    'file.features[].properties.description',
    'file.features[].properties.link',
    'file.features[].properties.drop_ici.sound.rendition.type',
    'file.features[].properties.drop_ici.tellings[].sound.rendition.type',
  ],
};
