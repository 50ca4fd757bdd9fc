import { plural } from '../../ui/plural.ts';
import type { ParcoursImportWords } from './parcours-import-words.ts';

export const english = {
  title: 'Import a map',
  openHint: 'The ZIP of a Drop ici map, from here or from another installation.',
  hint: 'The ZIP of a whole map, as “Export or print” saves it. You first see what it contains.',
  choose: 'Choose a ZIP',
  drop: 'or drop it here',
  facts: 'Content of the ZIP',
  places: 'Places',
  sounds: 'Sounds',
  pictures: 'Pictures',
  languages: 'Languages',
  size: 'Size',
  unnamed: 'Map without a name',
  before:
    'Nothing is sent yet. The server checks all of it, then makes a new map: you will be its admin, and the author of its places.',
  other: 'Choose another ZIP',
  confirm: 'Import',
  sending: 'Sending',
  checking: 'The server checks the ZIP and makes the map…',
  sent: (done: string, all: string) => `${done} of ${all}`,
  background: 'You can close this panel: the import goes on while the app is open.',
  tooLarge: (size: string, most: string) =>
    `This ZIP has ${size}: this server takes at most ${most}. The person who runs it can import it without this limit.`,
  changed: 'This ZIP isn’t as a map leaves a server: it was changed, or is damaged. Export the map again.',
  said: 'The server’s answer:',
  busy: 'Another ZIP is being imported: choose this one again once that is done.',
  failed: (name: string, why: string) => `“${name}” isn’t imported. ${why}`,
  done: (name: string, leftOut: number) =>
    [
      `The map “${name}” is imported.`,
      ...(leftOut === 0
        ? []
        : [
            plural(
              leftOut,
              'One place to record is left out: your account plans none.',
              `${leftOut}\u00a0places to record are left out: your account plans none.`,
            ),
          ]),
    ].join(' '),
} satisfies ParcoursImportWords;
