import { plural } from '../../ui/plural.ts';
import type { PocketWords } from './pocket-words.ts';

export const english = {
  title: 'Pocket mode',
  enter: 'Pocket mode',
  enterShort: 'Pocket',
  hold: 'Hold',
  leaveHint: 'Hold the ring for 1.5\u00a0s to come back',
  screenMayTurnOff: 'If the screen locks, the walk stops. Lengthen its timeout.',
  screenLabel: 'Screen',
  signals: 'Pocket mode signals',
  signalNames: {
    story: 'A story is about to start',
    lost: 'The position is lost',
    found: 'The position is found again',
    end: 'The walk is over',
  },
  signalsHint: 'Short sounds, only while the screen is black. Turn one on to hear it.',
  passed: 'While the device was locked, you passed near...',
  passedCount: (count: number) => `While locked: ${count} ${plural(count, 'place', 'places')}`,
  closePassed: 'Close',
} satisfies PocketWords;
