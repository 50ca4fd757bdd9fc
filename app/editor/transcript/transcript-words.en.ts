import { formatMegabytes } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import type { TranscriptWords } from './transcript-words.ts';

export const english = {
  empty: 'No passages yet',
  emptyHint:
    'Import a file (VTT, SRT or plain text), or add a first passage. Plain text is spread over the audio by its pauses.',
  list: 'Passages',
  position: (step: number, count: number) => `Passage ${step} of ${count}`,
  time: (clock: string, tenths: number) => `${clock}.${tenths}`,
  span: (start: string, end: string) => `${start} – ${end}`,
  untold: '(no text)',
  machine: 'machine',
  text: 'Text',
  voice: 'Who speaks (optional)',
  waveform: 'Waveform around the passage. Tap it to move the playback there.',
  noSound: 'Without audio the text can be corrected, but not heard.',
  soundFailed: 'The audio couldn’t be read.',
  play: 'Play the passage',
  pause: 'Pause',
  playOn: 'Play on',
  setStart: 'Start here',
  setEnd: 'End here',
  split: 'Split here',
  join: 'Join with the next',
  insert: 'Add a passage',
  remove: 'Delete the passage',
  confirm: 'Checked',
  undo: 'Undo',
  redo: 'Redo',
  importFile: 'Import',
  importing: 'Reading the file…',
  oneFile: 'One file at a time, please.',
  exportFile: 'Export as VTT',
  keys: 'Keyboard shortcuts',
  shiftAll: 'Shift all passages',
  shiftBy: 'By how many seconds (negative: earlier)',
  shift: 'Shift',
  approved: 'Approved',
  approvedHint: 'Visitors read the transcript while they listen.',
  draftHint: 'Draft: visitors don’t see it yet.',
  unread: (count: number) =>
    plural(count, 'One passage by a machine isn’t checked.', `${count}\u00a0passages by a machine aren’t checked.`),
  done: {
    start: 'The start is set.',
    end: 'The end is set.',
    split: 'The passage is split.',
    join: 'The two passages are joined.',
    insert: 'A passage is added.',
    remove: 'The passage is deleted.',
    confirm: 'The passage is checked.',
    shift: 'The times are shifted.',
    undo: 'Undone.',
    redo: 'Redone.',
    notInside: 'Move the playback into the passage first.',
    noRoom: 'There is no room for a passage here.',
    tooMany: (most: number) => `A transcript has at most ${most} passages.`,
  },
  draft: {
    propose: 'Propose a draft',
    stop: 'Stop',
    model: (bytes: number | null) =>
      `A recognition model writes a first text on this computer; the audio doesn’t leave it. ${
        bytes === 0 ? 'It is downloaded already.' : `Download, once only: ${formatMegabytes(bytes ?? 0)}.`
      }`,
    browser: (bytes: number | null) =>
      `Your browser writes a first text on this computer, in the time that the audio lasts; the audio doesn’t leave it.${
        bytes === 0 ? '' : ' It downloads this language first, and doesn’t tell its size.'
      }`,
    steps: {
      reading: 'Reading the audio…',
      download: 'Loading the model…',
      writing: 'Writing the draft…',
    },
    added: (count: number) =>
      plural(count, 'One passage proposed, to be checked.', `${count}\u00a0passages proposed, to be checked.`),
    nothing: 'The machine has nothing to propose: no new speech was recognised.',
    failed: 'The draft couldn’t be written to the end. Try again later, or write the passages yourself.',
  },
  tooLong: 'The transcript is too long to be saved.',
  imported: (count: number, left: number) => {
    const taken = plural(count, 'One passage imported.', `${count}\u00a0passages imported.`);
    if (left === 0) return taken;
    return `${taken} ${plural(left, 'Another one, with impossible times, is left out.', `${left}\u00a0others, with impossible times, are left out.`)}`;
  },
  refused: {
    not_text: 'This file isn’t text. A VTT, SRT or TXT file is needed.',
    empty: 'This file is empty.',
    no_cues: 'No passage could be read in this file.',
    too_long: 'This file is too long for a transcript.',
    no_sound:
      'Plain text is spread over the audio, whose waveform isn’t known yet. Try again later, or import a VTT or SRT file.',
    too_long_for_sound: 'This text is too long to be said in this audio.',
    unreadable: 'The file couldn’t be read.',
  },
  keyEntries: [
    { keys: ['↑', '↓'], effect: 'Previous, next passage' },
    { keys: ['Space'], effect: 'Play the passage, pause' },
    { keys: ['Shift', 'Space'], effect: 'Play on' },
    { keys: ['←', '→'], effect: 'Move the playback back, ahead by half a second' },
    { keys: ['D'], effect: 'The passage starts here' },
    { keys: ['F'], effect: 'The passage ends here' },
    { keys: ['Shift', '← →'], effect: 'Shift the passage by a tenth of a second' },
    { keys: ['C'], effect: 'Split here' },
    { keys: ['J'], effect: 'Join with the next' },
    { keys: ['A'], effect: 'Add a passage here' },
    { keys: ['R'], effect: 'Mark as checked' },
    { keys: ['Del'], effect: 'Delete the passage' },
    { keys: ['Enter'], effect: 'Write the text' },
    { keys: ['Ctrl', 'Enter'], effect: 'In the text: play the passage' },
    { keys: ['Ctrl', 'Shift', 'Enter'], effect: 'In the text: split at the cursor' },
    { keys: ['Alt', '↑ ↓'], effect: 'In the text: previous, next passage' },
    { keys: ['Ctrl', 'Z'], effect: 'Undo; with Shift, redo' },
    { keys: ['?'], effect: 'Open this help' },
  ],
  keysNote: 'Single keys work in the list of passages. On a Mac, Cmd replaces Ctrl.',
} satisfies TranscriptWords;
