import { formatDistance, formatHours } from '../ui/number-words.ts';
import { plural } from '../ui/plural.ts';
import type { WelcomeWords } from './welcome-words.ts';

export const english = {
  eyebrow: 'Welcome to the map',
  facts: 'The map in brief',
  stories: (count: number) => plural(count, 'story', 'stories'),
  steps: (count: number) => plural(count, 'One stop', `The ${count} stops, in order`),
  about: 'about',
  estimateOf: (isWalk: boolean, isTimed: boolean) =>
    isWalk ? (isTimed ? 'on foot, listening included' : 'on foot') : 'of listening',
  length: formatDistance,
  duration: formatHours,
  loading: 'The stories are loading…',
  failed: 'The stories couldn’t be loaded.',
  empty: 'No story here yet.',
  emptyForDroppers: 'No story here yet: the first can be yours.',

  inside: 'You are there.',
  near: (away: string, direction: string | null) =>
    `The nearest place is ${away} from you${direction === null ? '' : `, ${direction}`}.`,
  far: (away: string, direction: string) =>
    `The nearest place is ${away} away, ${direction}: you can listen to the map from here, too.`,

  listen: 'Listen',
  seeMap: 'See the map',
  positionAsked: 'Your position will be asked for: each story starts at its place.',
  pack: 'Download',
  packWhole: 'Available offline',
  allMaps: 'All my maps',

  drop: 'Drop here',
  howToDrop: 'Right where you are, tap the microphone, speak, save: your voice stays in that spot.',
  questions: 'The browser will ask for the position, to know where to put your audio, then for the microphone.',
} satisfies WelcomeWords;
