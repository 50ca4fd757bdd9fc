import { VERSION_DAYS } from '../../../contracts/limits.ts';
import type { PlaceVersion, VersionPart } from '../../../contracts/place-version.ts';
import { titles } from '../../ui/common-words.ts';
import { formatSize, formatTenths } from '../../ui/number-words.ts';
import { listenStrings } from '../../walk/player-words.ts';
import type { MyDropsWords } from './my-drops-words.ts';

const VERSION_PARTS: Readonly<Record<VersionPart, string>> = { title: 'title', shape: 'location', sound: 'sound' };

export const english = {
  myDropsStrings: {
    get title() {
      return titles.myDrops;
    },
    everywhere: 'On all my maps',
    empty: 'No drops yet',
    emptyHint: 'What you record on a map will appear here.',
    emptyHere: 'No drops of yours on the chosen map',
    emptyHereHint: 'Those of your other maps aren’t shown here.',
    showEverywhere: 'See my drops of all my maps',
    options: (name: string) => `Options: ${name}`,
    published: 'Published',
    held: {
      hidden: 'Hidden by the site: only you can see it. The reason is in your messages, above.',
      waiting: 'Waiting for approval: the map’s editors can see it, others not yet.',
      refused: 'Declined by the map’s editors: only you can see it. If it changes, it is proposed to them again.',
    },
    showOnMap: 'See on the map',
    showFacts: 'Details of the sound',
    hideFacts: 'Hide the details of the sound',
    correct: 'Correct',
    correction: {
      title: (name: string) => `Correct “${name}”`,
      proposedAgain: 'Once corrected, it is proposed to the map’s editors again.',
      waitsAgain: 'On this map, a correction waits for an editor’s approval: until then, only you can see the drop.',
      propose: 'Propose again',
      save: 'Save the changes',
      nothingToPropose:
        'Redo the sound, or change the title or the location: without a change, nothing is proposed again.',
      nothingToSave: 'Nothing has changed yet.',
      moveHere: 'Move it here',
      moveHint: (accuracyM: number) => `To your position, known to within ${Math.round(accuracyM)}\u00a0m.`,
      noPosition: 'To move it to where you are, Drop ici needs your position.',
      locate: 'Turn on location',
      falsePosition: 'The map shows a simulated position: to move the drop to where you are, leave that first.',
      isZone: 'This is a zone: its shape is changed in the place editor, on the map.',
      recordAgain: 'Record again',
      otherFile: 'Choose a file',
      replaceSound: 'Replace the sound',
      soundHint: 'The current one stays in place until the new one is sent in full.',
      withoutMicrophone: 'The microphone didn’t start.',
      withoutSound: 'Correct without the sound',
      undoFailed: (name: string, reason: string) => `The correction of “${name}” couldn’t be undone. ${reason}`,
      done: (name: string, isWaiting: boolean) =>
        `“${name}” is corrected${isWaiting ? ', and is waiting for approval' : ''}.`,
    },
    versions: {
      title: 'Earlier versions',
      hint: `What the place was before each change of the last ${VERSION_DAYS} days. Their sounds can only be played once restored.`,
      none: `Nothing has changed for ${VERSION_DAYS}\u00a0days.`,
      failed: (reason: string) => `The earlier versions couldn’t be loaded. ${reason}`,
      until: (moment: string) => `Until ${moment}`,
      changed: (parts: readonly VersionPart[], by: PlaceVersion['replacedBy']) =>
        `${by === null ? 'Changed' : by.isSelf ? 'Changed by you' : `Changed by ${by.name}`}: ${parts.map((part) => VERSION_PARTS[part]).join(', ')}`,
      sound: (length: string | null) => (length === null ? 'With a sound' : `Sound of ${length}`),
      noSound: 'No sound',
      restore: 'Restore',
      restoreOne: (name: string, moment: string) => `Restore “${name}”, until ${moment}`,
      restored: (name: string, isWaiting: boolean) =>
        `“${name}” is restored${isWaiting ? ', and is waiting for approval' : ''}.`,
      changedSince: 'Somebody else has changed it since.',
    },
    delete: 'Delete',
    deleted: (name: string) => `“${name}” is deleted.`,
    deletionFailed: (message: string) => `The drop couldn’t be deleted. ${message}`,
    load: 'Load Audio',
    get failed() {
      return listenStrings.failed;
    },
    noAudio: 'Audio unavailable',
    waveformOf: (name: string) => `Waveform: ${name}`,
  },
  audioFacts: {
    label: 'About this audio',
    length: 'Length:',
    loudness: (lufs: number) => `${formatTenths(lufs).replace('-', '−')}\u00a0LUFS`,
    loudnessLabel: 'Loudness:',
    loudnessHelp:
      'The average level of the whole audio, as it is heard (LUFS). The closer to zero, the louder: the voice of a podcast is around −16.',
    renditionReady: (bytes: number) => `Light version ready (${formatSize(bytes)})`,
    renditionDue: 'Light version not ready yet',
    download: 'Download the original',
  },
} satisfies MyDropsWords;
