import { IMPORT_PLACES_MAX } from '../../../contracts/imported-file.ts';
import { UNDELETE_DAYS } from '../../../contracts/limits.ts';
import { manageStrings } from '../../places/place-words.ts';
import { plural } from '../../ui/plural.ts';
import type { ImportWords } from './import-words.ts';

const places = (count: number): string => `${count}\u00a0${plural(count, 'place', 'places')}`;
const sounds = (count: number): string => `${count}\u00a0${plural(count, 'sound', 'sounds')}`;

export const english = {
  get title() {
    return manageStrings.import.open;
  },
  hint: 'A file of another tool: you first see what would become a place. Nothing is made before “Import”.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  formats: 'GeoJSON, GPX, KML, KMZ, CSV, uMap, or a ZIP with sounds',
  oneFile: 'One file at a time. Put several files into a ZIP.',
  csvHelp: 'Which columns for a CSV?',
  csvColumns:
    'A first row with the names of the columns: name, latitude, longitude, and if you like text, link and file (the sound’s name in the ZIP). In a spreadsheet: “Save as”, CSV.',
  reading: (name: string) => `Reading “${name}”…`,
  cancel: 'Cancel',
  other: 'Choose another file',
  fileFault: (text: string, line: number | null) => (line === null ? text : `${text} See line ${line} of the file.`),
  faults: {
    'too-large':
      'This file is too large: at most 20\u00a0MB, once unpacked and without the sounds. Split it into several.',
    empty: 'This file is empty.',
    unknown: 'This file is neither GeoJSON, GPX, KML, CSV nor a ZIP. Export your places in one of these formats.',
    spreadsheet: 'This is a spreadsheet’s workbook. Save it as CSV, then try again.',
    shapefile: 'This is a shapefile. Export it as GeoJSON (WGS\u00a084), then try again.',
    'not-xml': 'This file can’t be read: it is damaged or incomplete.',
    'not-json': 'This file can’t be read: its JSON is damaged or incomplete.',
    'not-gpx': 'This file isn’t GPX.',
    entities: 'This file has declarations (DOCTYPE) that no GPX or KML uses: it isn’t read.',
    'too-deep': 'This file nests too many folders: it isn’t read.',
    nowhere: 'No point of this file has a position that can be read.',
    'no-line': 'This file has neither a track nor a route.',
    link: 'This file only has a link to a map on the web. Export the map itself: in My Maps, untick “Keep data up to date”.',
    projected:
      'The coordinates of this file are in metres, of a system that it doesn’t name, or that the app doesn’t read. Export it in WGS\u00a084 (EPSG\u00a04326). If it is Lambert\u00a093, name the table’s columns “x_l93” and “y_l93”, or leave its mention “EPSG:2154” in the GeoJSON.',
    columns: 'This table has no columns “latitude” and “longitude” in its first row.',
    'damaged-zip': 'This ZIP is damaged or incomplete. Download or make it again.',
    'locked-zip': 'This ZIP has a password. Make one without a password.',
    'nothing-in-zip': 'This ZIP has neither places nor sounds.',
    'no-parcours':
      'This file isn’t the ZIP of a whole map, as “Export or print” saves it. For another tool’s file, open a map, then “Import places”.',
    'later-parcours': 'This ZIP comes from a later version of Drop ici, which this server can’t read yet.',
  },
  unreadable: 'This file couldn’t be read.',
  found: (count: number) => `${places(count)} in this file`,
  none: 'No place in this file',
  noneHint: 'Nothing of this file can become a place.',
  map: 'Preview of the file’s places',
  all: (count: number) => `All places of the file (${count})`,
  list: 'Places of the file',
  point: 'point',
  zone: 'zone',
  withText: 'with a text',
  withSound: (name: string) => `sound “${name}”`,
  soundMissing: (name: string) => `the sound “${name}” is missing`,
  soundTaken: (name: string) => `the sound “${name}” is already given to another place`,
  twins: { here: 'already on this map', file: 'twice in the file' },
  shapes: 'Nothing is made yet.',
  swapped: 'Coordinates swapped? The latitude seems to stand where the longitude should.',
  swap: 'Swap them',
  unswap: 'Back to the file’s order',
  isSwapped: 'The coordinates are read the other way round.',
  skippedTitle: (count: number) => plural(count, 'One part isn’t taken', `${count}\u00a0parts aren’t taken`),
  skipped: {
    line: (count: number) => `${plural(count, 'One line', `${count}\u00a0lines`)}: a map only has points and zones.`,
    nowhere: (count: number) =>
      plural(count, 'One item without a position.', `${count}\u00a0items without a position.`),
    swapped: (count: number) =>
      plural(count, 'One latitude beyond the poles.', `${count}\u00a0latitudes beyond the poles.`),
    projected: (count: number) =>
      plural(
        count,
        'One item whose coordinates aren’t degrees.',
        `${count}\u00a0items whose coordinates aren’t degrees.`,
      ),
    flat: (count: number) =>
      plural(
        count,
        'One zone that is too narrow: nobody can stand in it.',
        `${count}\u00a0zones that are too narrow: nobody can stand in them.`,
      ),
    endless: (count: number) =>
      plural(count, 'One zone that goes around the earth.', `${count}\u00a0zones that go around the earth.`),
    detailed: (count: number) =>
      plural(
        count,
        'One zone of more than 10,000 points: simplify it.',
        `${count}\u00a0zones of more than 10,000 points: simplify them.`,
      ),
    broken: (count: number) =>
      plural(count, 'One zone with an incomplete outline.', `${count}\u00a0zones with incomplete outlines.`),
    picture: (count: number) =>
      plural(count, 'One picture laid on the map.', `${count}\u00a0pictures laid on the map.`),
    link: (count: number) => plural(count, 'One link to another map.', `${count}\u00a0links to other maps.`),
    unknown: (count: number) => plural(count, 'One unknown shape.', `${count}\u00a0unknown shapes.`),
    'too-many': (count: number) =>
      `${places(count)} too many: at most ${IMPORT_PLACES_MAX} in one file. Split it into several.`,
  },
  names: (names: readonly string[], others: number) =>
    `${names.map((name) => `“${name}”`).join(', ')}${others > 0 ? '…' : ''}`,
  shortened: (count: number) =>
    plural(count, 'One text is too long, and is cut.', `${count}\u00a0texts are too long, and are cut.`),
  forPlaces: (count: number) =>
    plural(
      count,
      'One sound has the name of a place of the map without sound, and is given to it.',
      `${count}\u00a0sounds have the names of places of the map without sound, and are given to them.`,
    ),
  allSounded: (count: number) => `All places that get a sound (${count})`,
  sounded: 'Places of the map that get a sound',
  lines: (count: number) =>
    plural(
      count,
      'This file has a line: the rehearsal can let somebody walk along it, and show which story starts where.',
      `This file has ${count}\u00a0lines: the rehearsal can let somebody walk along the one that you choose there, and show which story starts where.`,
    ),
  linesFirst: 'Import the places first if you want them: this button returns then.',
  rehearse: 'Use as the rehearsal’s route',
  isParcours:
    'This is the ZIP of a whole map. Only its places come here, with their text and sound in the first language. To take the pictures, versions and order over, too, make a new map of it.',
  asParcours: 'Make a new map of it',
  unused: (count: number) =>
    plural(
      count,
      'One sound has no place: neither a column “file” nor a title names it.',
      `${count}\u00a0sounds have no place: neither a column “file” nor a title names them.`,
    ),
  compose: (count: number) =>
    plural(count, 'Place this sound on the map', `Place these ${count}\u00a0sounds on the map`),
  approval: 'All members will see the places, without a stop number.',
  open: 'The map is open: everybody will see the places, without a stop number.',
  confirm: (count: number, soundCount: number) => {
    if (count === 0 && soundCount > 0) return `Import ${sounds(soundCount)}`;
    return count === 0 ? 'Import' : `Import ${places(count)}`;
  },
  importing: (done: number, total: number) => `Importing: ${done} of ${total}`,
  background: 'You can close this panel: the import goes on while the app is open.',
  takingBack: 'Taking the import back…',
  halted: (done: number, total: number, why: string) =>
    `The import stopped at ${done} of ${total}. ${why} Nothing is made twice if you continue.`,
  goOn: 'Continue',
  takeBack: 'Undo the import',
  takeBackFailed: (why: string) => `The import isn’t undone. ${why}`,
  done: (count: number) => (count === 0 ? 'Import done.' : `${places(count)} imported.`),
  doneSounds: (count: number) =>
    plural(
      count,
      'One sound is converted, then sent by this device: leave the app open.',
      `${count}\u00a0sounds are converted, then sent by this device: leave the app open.`,
    ),
  lostSounds: (names: readonly string[]) =>
    `${plural(names.length, 'This sound is', 'These sounds are')} damaged in the ZIP: ${names.join(', ')}.`,
  last: (name: string, count: number, soundCount: number) =>
    `Last import: “${name}”, ${count > 0 ? places(count) : sounds(soundCount)}.`,
  interrupted: (name: string, count: number, left: number) =>
    `The import of “${name}” was interrupted: ${places(count)} imported, ${left} to go. Choose this file again to continue: what the map already has isn’t ticked.`,
  takenBack: (count: number, keptSounds: number) =>
    [
      count === 0
        ? 'The import is undone.'
        : `The import is undone: ${places(count)} deleted, which can be restored for ${UNDELETE_DAYS}\u00a0days.`,
      ...(keptSounds === 0 ? [] : [`${sounds(keptSounds)} had been sent and ${plural(keptSounds, 'stays', 'stay')}.`]),
    ].join(' '),
  again: 'Import another file',
  close: 'Close',
} satisfies ImportWords;
