import { plural } from '../../ui/plural.ts';
import type { TellingsWords } from './tellings-words.ts';

export const english = {
  title: (place: string) => `Texts and versions: ${place}`,
  loading: 'Loading the texts…',
  loadFailed: (text: string) => `The texts couldn’t be loaded. ${text}`,
  stored: (place: string) => `Your texts of “${place}” are kept on this device. They aren’t saved yet.`,
  notStored: (place: string) =>
    `Your texts of “${place}” are not saved, and this device can’t keep them: they will be lost with this page.`,
  itself: (language: string) => `${language} · the place`,
  unsaved: (version: string) => `${version} (not saved)`,
  add: {
    open: 'Add a version',
    other: 'Another language…',
    code: 'Code of the language',
    codeHint: 'Two or three letters (ISO 639), such as “gsw” for Alemannic.',
    badCode: 'Type two or three letters without accents.',
    confirm: 'Add',
    cancel: 'Cancel',
  },
  name: 'Name',
  namePlaceholder: (place: string) => `Name of the place: ${place}`,
  nameOfPlace: 'Its name and audio are those of the place: change them in the editor or in My Drops.',
  text: 'Text',
  write: 'Write',
  preview: 'Preview',
  emptyPreview: 'Nothing to show yet.',
  left: (count: number) => (count === 1 ? 'One character left' : `${count} characters left`),
  over: (count: number) =>
    `${count}\u00a0${plural(count, 'character', 'characters')} too many: shorten the text to save it.`,
  tools: {
    label: 'Formatting',
    strong: 'Bold',
    emphasis: 'Italic',
    list: 'List',
    link: 'Link',
  },
  link: 'Link',
  linkHint: 'A page with more about it, such as https://example.org/quay.',
  faults: {
    link: 'This link isn’t a web address. Type all of it, such as https://example.org.',
    'too-long': (field: string) => `“${field}” is too long to be saved. Shorten it.`,
  },
  pictures: 'Pictures',
  sound: 'Audio',
  soundOf: (version: string) => `Audio: ${version}`,
  soundLength: (time: string) => `Length: ${time}`,
  heard: (version: string) => `No audio in this version: people hear that of “${version}”.`,
  recordingRuns: 'The recording isn’t finished: stop it before you close.',
  silent: 'No audio yet, neither here nor in another version.',
  replacing: (version: string) => ({
    title: 'Replace the audio?',
    description: `“${version}” already has audio: the new one takes its place.`,
    confirm: 'Replace',
    cancel: 'Keep the current audio',
  }),
  transcript: 'Transcript',
  noTranscript: 'No transcript yet.',
  draftTranscript: 'The transcript is a draft: visitors don’t see it.',
  soundFailed: (text: string) => `The sound could not be loaded. ${text}`,
  transcribed: 'The transcript is published.',
  editTranscript: 'Write the transcript',
  transcriptTitle: (version: string) => `Transcript: ${version}`,
  closeTranscript: 'Back to the texts',
  save: 'Save',
  saved: (version: string) => `“${version}” is saved.`,
  saveFailed: (text: string) => `This version isn’t saved: it stays on this device. ${text}`,
  saveFailedUnkept: (text: string) =>
    `This version is not saved, and this device can’t keep it: leave this page open. ${text}`,
  deleteFailed: (text: string) => `This version isn’t deleted. ${text}`,
  stillUnsaved: 'Changed while it was being saved: save it once more.',
  discard: 'Discard my changes',
  discarding: {
    title: 'Discard your changes?',
    description: 'This version becomes what it is for visitors again.',
    confirm: 'Discard',
    cancel: 'Keep writing',
  },
  conflict: 'Somebody has changed this version in the meantime. Nothing is saved yet: compare, then choose.',
  theirs: 'The current text',
  mine: 'Yours',
  empty: '(empty)',
  summary: (cues: number, state: 'draft' | 'approved') =>
    `${cues}\u00a0${plural(cues, 'cue', 'cues')}, ${state === 'approved' ? 'approved' : 'draft'}`,
  keepMine: 'Keep mine',
  takeTheirs: 'Take the current one',
  remove: 'Delete this version',
  removeWords: 'Delete these texts',
  removing: (version: string, hasWaiting: boolean) => ({
    title: `Delete “${version}”?`,
    description: `Its name, text, audio and transcript disappear. ${
      hasWaiting ? 'The audio that waits to be sent is deleted from this device. ' : ''
    }The place and its other versions stay.`,
    confirm: 'Delete',
    cancel: 'Keep it',
  }),
  removingWords: {
    title: 'Delete the texts of the place?',
    description:
      'Its text, link, transcript and the descriptions of its pictures disappear. The place and its audio stay.',
    confirm: 'Delete',
    cancel: 'Keep them',
  },
  removed: (version: string) => `“${version}” is deleted.`,
  table: {
    title: 'Versions and translations',
    loading: 'Loading the versions…',
    failed: (text: string) => `The versions couldn’t be loaded. ${text}`,
    empty: 'No places yet',
    emptyHint: 'The places of this map will appear here.',
    missing: (count: number, places: number) =>
      count === 0
        ? 'Nothing is missing.'
        : `${count}\u00a0${plural(count, 'part is', 'parts are')} missing, in ${places}\u00a0${plural(places, 'place', 'places')}.`,
    onlyMissing: 'Only places that lack something',
    noneMissing: 'No place lacks anything.',
    places: 'Places',
    addVersion: 'Add a language or version',
    parts: {
      name: 'name',
      text: 'text',
      sound: 'audio',
      transcript: 'transcript',
      pictures: 'description of the pictures',
    },
    legend: 'Legend',
    states: { there: 'done', draft: 'draft', missing: 'missing', unneeded: 'not needed' },
    cell: (version: string, lacking: string, drafts: string) => {
      if (lacking === '' && drafts === '') return `${version}: complete`;
      const parts = [lacking && `missing: ${lacking}`, drafts && `draft: ${drafts}`].filter(Boolean);
      return `${version}: ${parts.join(', ')}`;
    },
  },
} satisfies TellingsWords;
