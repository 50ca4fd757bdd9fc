import { plural } from '../../ui/plural.ts';
import type { OrderWords } from './order-words.ts';

export const english = {
  open: 'Order of places',
  openHint: (steps: number, unpublished: number) => {
    if (steps === 0) return 'No stops yet: the walk has no set order.';
    const numbered = plural(steps, 'One numbered stop', `${steps}\u00a0numbered stops`);
    if (unpublished === 0) return `${numbered}.`;
    if (unpublished === steps) return `${numbered}, not published yet.`;
    return `${numbered}, ${unpublished} of them not published yet.`;
  },
  title: 'Order of places',
  hint: 'Drag the places, or give them a number. The numbers show on the map, in lists and offline. For visitors, a place that isn’t published yet doesn’t count: those after it move up by one number.',
  loading: 'Loading the order…',
  failed: (text: string) => `The order couldn’t be loaded. ${text}`,
  empty: 'No places to put in order',
  emptyHint: 'The places of this map will appear here.',
  numbered: 'Stops',
  unnumbered: 'Without a number',
  allNumbered: 'All places have a number. To take one out, empty its number or drag the place here.',
  noneNumbered: 'No stops: the walk has no set order. Move a place up to start.',
  numberOf: (name: string) => `Number of ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  waiting: 'to approve: counts once approved',
  noAudio: 'without audio',
  planned: 'to record: counts once published',
  moved: (name: string, step: number | null, count: number) =>
    step === null ? `${name}: without a number` : `${name}: stop ${step} of ${count}`,
  numberAll: 'Number all places',
  numberNone: 'Remove all numbers',
  save: 'Save the order',
  saved: 'The order of the places is saved.',
  tooMany: (most: number) => `At most ${most} places can have a number.`,
  saveFailed: (text: string) => `The order isn’t saved. ${text}`,
  conflict: 'The order has changed in the meantime. Yours isn’t saved yet.',
  takeTheirs: 'Take the current order',
  saveMine: 'Replace it with mine',
  discard: {
    title: 'Discard the new order?',
    description: 'The places keep the numbers that they had.',
    confirm: 'Discard',
    cancel: 'Back to the order',
  },
} satisfies OrderWords;
