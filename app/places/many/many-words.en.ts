import { TEXT_LINE_MAX, UNDELETE_DAYS } from '../../../contracts/limits.ts';
import { fillStrings } from '../../drops/fill/fill-words.ts';
import { plural } from '../../ui/plural.ts';
import { manageStrings } from '../place-words.ts';
import type { ManyWords } from './many-words.ts';

const places = (count: number): string => `${count}\u00a0${plural(count, 'place', 'places')}`;

export const english = {
  get title() {
    return manageStrings.open;
  },
  hint: 'Tick places, then choose what to do with them. Shift and a click tick a whole run.',
  loading: 'Loading the places…',
  failed: (text: string) => `Who made these places, and when, couldn’t be loaded. ${text}`,
  empty: 'No places to manage',
  emptyHint: 'The places of this map will appear here.',
  search: 'Search for a title',
  filters: (active: number) => (active === 0 ? 'Filter and sort' : `Filter and sort (${active})`),
  author: 'Author',
  everyAuthor: 'All',
  gone: 'Deleted account',
  state: 'State',
  everyState: 'All',
  get states() {
    return { ...fillStrings.states, refused: 'declined' };
  },
  sound: 'Sound',
  sounds: { '': 'With or without', with: 'With sound', without: 'Without sound' },
  since: 'Date',
  moments: [
    ['', 'All'],
    ['1', 'Since yesterday'],
    ['7', 'Last 7\u00a0days'],
    ['30', 'Last 30\u00a0days'],
  ],
  sort: 'Sort by',
  sorts: {
    step: 'order of stops',
    name: 'title',
    newest: 'newest first',
    oldest: 'oldest first',
    author: 'author',
  },
  all: (count: number) => `All places shown (${count})`,
  noneShown: 'No place matches',
  showAll: 'Show all places',
  list: 'Places',
  noSound: 'without sound',
  withSound: 'with sound',
  chosen: (count: number, hidden: number) =>
    `${places(count)} chosen${hidden > 0 ? `, ${hidden} of which the list doesn’t show` : ''}`,
  rename: 'Rename',
  move: 'Move',
  ask: (count: number) => `Ask (${count})`,
  asked: (name: string) => `${name} is asked`,
  delete: 'Delete',
  deletion: (count: number) => ({
    title: `Delete ${places(count)}?`,
    description: `Visitors will no longer see ${plural(count, 'it', 'them')}. You can restore ${plural(count, 'it', 'them')} for ${UNDELETE_DAYS}\u00a0days, in “Recently deleted” of your drops.`,
    confirm: `Delete ${places(count)}`,
  }),
  approve: (count: number) => `Approve (${count})`,
  approval: (count: number) => ({
    title: `Approve ${places(count)}?`,
    description: plural(
      count,
      'Its story becomes public, even if you haven’t listened to it. Its author is told.',
      'Their stories become public, even those that you haven’t listened to. Their authors are told.',
    ),
    confirm: `Approve ${places(count)}`,
  }),
  approved: (count: number) => `${places(count)} published.`,
  notApproved: (count: number) =>
    plural(
      count,
      'One place has changed or is no longer to approve: look at it first.',
      `${count}\u00a0places have changed or are no longer to approve: look at them first.`,
    ),
  deleted: (count: number) => `${places(count)} deleted.`,
  renaming: {
    title: (count: number) => `Rename ${places(count)}`,
    how: 'How',
    replace: 'Find and replace',
    pattern: 'Give a numbered title',
    find: 'Find',
    by: 'Replace with',
    titles: 'Title',
    titlesHint: '{n} becomes the number, {title} the old title. Places are numbered in the order of the list.',
    from: 'First number',
    suggested: 'Stop {n}',
    preview: 'Preview',
    becomes: (after: string) => `becomes “${after}”`,
    more: (count: number) => plural(count, 'and one other', `and ${count} others`),
    none: 'No title changes.',
    tooLong: (count: number) =>
      plural(
        count,
        `One title would have more than ${TEXT_LINE_MAX}\u00a0characters.`,
        `${count}\u00a0titles would have more than ${TEXT_LINE_MAX}\u00a0characters.`,
      ),
    confirm: (count: number) => `Rename ${places(count)}`,
    failed: (text: string) => `Not all titles were changed. ${text}`,
    done: (count: number) => `${places(count)} renamed.`,
  },
  asking: {
    title: (count: number) => `Ask for the recording of ${places(count)}`,
    hint: 'The person chosen will read that their voice is awaited. Others can still drop there.',
    to: 'Ask',
    anybody: 'Anyone who can drop',
    unloaded: (text: string) => `The map’s members couldn’t be loaded. ${text}`,
    confirm: 'Ask',
    failed: (text: string) => `Not all places were asked for. ${text}`,
    done: (count: number, name: string | null) =>
      name === null ? `${places(count)} for anyone who can drop.` : `${name} is asked for ${places(count)}.`,
  },
  moving: {
    title: (count: number) => `Move ${places(count)}`,
    hint: 'With their sounds and authors, without their stop number. A place stays here if whoever made or recorded it can’t drop on the other map.',
    to: 'To the map',
    nowhere: 'You can’t edit any other map.',
    confirm: 'Move',
    failed: (count: number, why: string) => `${places(count)} still to move. ${why}`,
    refused:
      'You can no longer edit one of the two maps, or the site’s admins have hidden this one, or are reviewing a report about it.',
    full: (map: string) => `“${map}” doesn’t have enough room left: move fewer, or delete places there.`,
    otherLanguage: (map: string) =>
      `“${map}” has another language, and some of these places have texts or other versions: they would be taken for another language.`,
    done: (count: number, map: string) => `${places(count)} moved to “${map}”.`,
    stayed: (count: number, map: string) =>
      plural(
        count,
        `One place stays here: whoever made or recorded it can’t drop on “${map}”. Invite them first.`,
        `${count}\u00a0places stay here: whoever made or recorded them can’t drop on “${map}”. Invite these people first.`,
      ),
    gone: (count: number) =>
      plural(count, 'One place was no longer on this map.', `${count}\u00a0places were no longer on this map.`),
  },
} satisfies ManyWords;
