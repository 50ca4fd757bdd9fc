import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import { audioFixture } from '../../../e2e/steps.ts';
import { type Action, when } from '../action.ts';
import type { View } from '../view.ts';
import { pause, typeInto, type World } from '../world.ts';

const TITLE = `field ${dropStrings.name}`;
const SAVE = `button ${dropStrings.save}`;
const OPEN = `button ${dropStrings.open}`;
const START = `button ${recordStrings.start}`;
const STOP = `button ${recordStrings.stop}`;

const has = ({ controls }: View, label: string): boolean => controls.some((control) => control.label === label);
const isOpen = ({ dialogs }: View, name: string): boolean => dialogs.includes(name);
const isPopup = (view: View): boolean => isOpen(view, recordStrings.title) || isOpen(view, recordStrings.found);

/** Saves what is in a dialog under a new title, and notes that once `isSaved`. */
async function save(world: World, isSaved: (view: View) => boolean): Promise<void> {
  const title = world.nextTitle();
  if (!(await typeInto(world, TITLE, title)) || !(await world.tap(SAVE))) return;
  if (await world.sees(isSaved, 6000)) world.saved.push(title);
}

/** Recording, uploading, and saving both. */
export const DROPS: readonly Action[] = [
  {
    name: 'record',
    weight: 10,
    choices: (view) => when(has(view, OPEN) || has(view, START)),
    run: async (world) => {
      await world.tap(OPEN);
      await world.tap(START);
      await world.sees(({ isRecording }) => isRecording);
      await pause(600);
    },
  },
  {
    name: 'stop the recording',
    weight: 12,
    choices: (view) => when(has(view, STOP)),
    run: async (world) => {
      await world.tap(STOP);
      await world.sees((view) => isPopup(view) && has(view, SAVE), 8000);
    },
  },
  {
    name: 'save the recording',
    weight: 20,
    choices: (view) => when(isPopup(view) && has(view, SAVE) && has(view, TITLE)),
    run: (world) => save(world, (view) => !isPopup(view) && view.dialogs.length === 0),
  },
  {
    name: 'choose a file',
    weight: 10,
    choices: ({ takesAudio }) => when(takesAudio),
    run: async (world) => {
      await world.tab().attach('input[type=file][accept*=wav]', audioFixture('conforming-mono.wav'));
      await world.sees((view) => has(view, SAVE));
    },
  },
  {
    name: 'save the upload',
    weight: 20,
    choices: (view) => when(isOpen(view, dropStrings.title) && has(view, SAVE) && has(view, TITLE)),
    run: (world) =>
      save(
        world,
        ({ kept }) =>
          kept.includes(dropStrings.saved) ||
          kept.includes(outboxStrings.queued) ||
          kept.includes(outboxStrings.leaving),
      ),
  },
];
