import type { PlannedState } from '../../../contracts/planned-place.ts';
import { plural } from '../../ui/plural.ts';
import type { FillWords } from './fill-words.ts';

export const english = {
  /** The state of a place, for its authors. */
  states: {
    planned: 'to do',
    draft: 'draft',
    waiting: 'to approve',
    published: 'published',
    hidden: 'hidden',
  },
  card: {
    planned: 'This stop is waiting for your voice',
    draft: 'Somebody is recording this place',
    waiting: 'This place’s sound awaits approval',
    hidden: 'This place’s sound is hidden',
  } satisfies Record<PlannedState, string>,
  more: {
    planned: 'This place has no sound yet: visitors don’t see it.',
    draft: 'Its audio isn’t published yet.',
    waiting: 'Its audio is waiting in “To approve”.',
    hidden: 'The site’s admins have hidden it.',
  } satisfies Record<PlannedState, string>,
  /** The heading of the card where another member is asked. */
  waitsFor: (name: string) => `This stop is waiting for ${name}’s voice`,
  askedYou: 'You were asked to.',
  askedOf: (name: string) => `${name} was asked to.`,
  record: 'Record this place',
  left: (count: number) => `${count}\u00a0${plural(count, 'place', 'places')} left to record`,
  listTitle: (count: number) => `Not published yet (${count})`,
  here: 'you are there',
  away: (distance: string) => `${distance} away`,
} satisfies FillWords;
