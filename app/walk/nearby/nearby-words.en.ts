import { formatDistance } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import { COARSE_M, formatDirection, type NearbyWords } from './nearby-words.ts';

export const english = {
  directions: [
    'to the north',
    'to the north-east',
    'to the east',
    'to the south-east',
    'to the south',
    'to the south-west',
    'to the west',
    'to the north-west',
  ],

  label: 'Why nothing is playing',
  offered: 'Tapped place',
  listen: 'Listen',
  dismiss: 'Hide',
  listenTo: (name: string) => `Listen to “${name}”`,
  offer: (name: string) => `Listen to “${name}”?`,
  noAudio: (name: string) => `“${name}” has no audio yet.`,
  heardOther: (name: string) => `“${name}”, already heard, no longer starts by itself.`,
  begunOther: (name: string) => `“${name}”, already begun, no longer starts by itself.`,
  resume: 'Resume',
  paused: 'Paused: nothing starts by itself here.',
  notClose: (name: string) => `Get a little closer, and “${name}” will go on.`,
  autoplayOff: 'Autoplay is off: no story starts by itself.',
  switchAutoplayOn: 'Turn on',
  switchAutoplayOnLong: 'Turn on Autoplay',
  vague: (accuracyM: number) =>
    `Position known to within ${formatDistance(accuracyM)}, too vague to start a story. ${
      accuracyM >= COARSE_M
        ? 'Allow the exact position in the device’s settings.'
        : 'Go under a clear sky, away from walls.'
    }`,

  far: 'Far from the places',
  farFrom: (away: string) => `The nearest place is ${away} away`,
  fromHere: 'You can listen to this map from here, too',
  farDirection: (bearingDeg: number) => `It is ${formatDirection(bearingDeg)}.`,
  seeParcours: 'See the places',
  listenFromHere: 'Listen from here',
  noAnswer: 'No position for now. You can listen to this map from here, too, story after story.',
  withoutPosition: 'Without a position, you can listen to this map from here, story after story.',

  nextStory: (name: string) => `Next: ${name}`,
  followOn: 'Play on',
  followOnLong: 'Play on, story after story',
  stopAfter: 'Stop after',
  stopAfterLong: 'Stop after this story',
  lastStory: 'This is the last story.',
  someLeft: 'That was the last story. Others are left to finish.',
  allHeard: 'You have heard all the stories. Thank you for walking along!',

  byDistance: (count: string) => `${count}, nearest first.`,
  inOrder: (count: string) => `${count}, in the map’s order.`,
  unordered: (count: string) => `${count}.`,
  heardCount: (heard: number, all: number) => `${heard} of ${all} ${plural(all, 'story', 'stories')} heard.`,
  isHeard: 'already heard',
  isBegun: (time: string) => `begun, at ${time}`,
  silent: 'No audio',
  here: 'here',
  atDistance: (away: string) => `${away} away`,
  length: 'length',

  noMapHelp: 'The map can’t be shown in this browser. The list of places, listening and the walk all work without it.',
} satisfies NearbyWords;
