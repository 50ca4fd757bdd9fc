import { plural } from '../../ui/plural.ts';
import type { BatchWords } from './batch-words.ts';
import type { RecordedAt } from './recorded-at.ts';

const WITNESSES: Readonly<Record<RecordedAt['by'], string>> = {
  content: 'says the file',
  name: 'says its name',
  device: 'by its date, for lack of better',
};

export const english = {
  title: (count: number) => plural(count, 'One file to drop', `${count}\u00a0files to drop`),
  where: (parcours: string) => `Each becomes a drop of “${parcours}”.`,
  tooMany: (max: number, left: number) =>
    `At most ${max}\u00a0files at a time: ${left} ${plural(left, 'isn’t', 'aren’t')} taken.`,
  titleOf: (fileName: string) => `Title (${fileName})`,
  remove: (fileName: string) => `Remove ${fileName}`,
  add: 'Add files',
  waits: 'Waiting to be converted',
  toPlace: 'To place',
  byHand: 'Placed on the map',
  onWalk: 'Placed on the track',
  recorded: (when: string, by: RecordedAt['by']) => `recorded on ${when}, ${WITNESSES[by]}`,
  placeOne: 'Place',
  moveOne: 'Move',
  placeAll: 'Place on the map',
  seeAll: 'Check on the map',
  placeAllHint: 'Touch the map once for each file, one after the other.',
  walk: 'Place with a GPX',
  walkHint: 'The track of the walk: each file goes to where you were at its time.',
  walkOf: (day: string, from: string, to: string) => `Track of ${day}, from ${from} to ${to}`,
  walkOverDays: (from: string, to: string) => `Track from ${from} to ${to}`,
  noTimes: 'A track without times doesn’t say where you were when. Take the one of the walk.',
  onWalkCount: (count: number, all: number) => `${count} of ${all} ${plural(count, 'is', 'are')} on the track.`,
  clock: 'Time of the files',
  clockRight: 'no correction',
  proposeShift: (shift: string) => `Try ${shift}`,
  clockSteps: [
    { label: '−\u00a01\u00a0h', ms: -3_600_000 },
    { label: '−\u00a01\u00a0min', ms: -60_000 },
    { label: '+\u00a01\u00a0min', ms: 60_000 },
    { label: '+\u00a01\u00a0h', ms: 3_600_000 },
  ],
  otherWalk: 'Remove the track',
  queue: (count: number) => (count > 1 ? `Drop these ${count}` : 'Drop'),
  rest: (count: number) =>
    plural(count, 'One isn’t ready: it stays here.', `${count}\u00a0aren’t ready: they stay here.`),
  noneReady: 'A file is ready once it is converted and placed on the map.',
  closeTitle: 'Discard these files?',
  closeText: 'Their titles and locations will be lost. The files stay on your device.',
  closeConfirm: 'Discard',
  closeDeny: 'Back to the files',
  current: (number: number, all: number) => `${number} of ${all}`,
  placeHelp: 'Touch the map where it belongs.',
  back: 'Back',
  skip: 'Skip',
  placeHere: 'Place at the centre',
  stop: 'Finish',
} satisfies BatchWords;
