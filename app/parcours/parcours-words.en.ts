import { mapStrings } from '../map/map-words.ts';
import { titles } from '../ui/common-words.ts';
import { plural } from '../ui/plural.ts';
import type { ParcoursWords } from './parcours-words.ts';

const members = (count: number): string => `${count}\u00a0${plural(count, 'member', 'members')}`;

export const english = {
  parcoursStrings: {
    get title() {
      return titles.parcours;
    },
    create: 'Create a map',
    createFirst: 'Create my first map',
    yourMaps: 'Your Maps',
    count: (count: number) => `${count} map(s)`,
    empty: 'No maps in this bundle',
    emptyHint: 'Create your first map, or open an invitation link.',
    emptyToJoin: 'Open an invitation link to join a map.',
    loading: 'Loading bundles and maps...',
    failed: 'Your maps couldn’t be loaded.',
    done: 'Back to the map',
    open: 'Open on the map',
    listenShort: 'Listen',
    listen: (name: string) => `Listen: ${name}`,
    stopListening: (name: string) => `Stop listening: ${name}`,
    editShort: 'Drop here',
    edit: (name: string) => `Edit: ${name}`,
    stopEditing: (name: string) => `Stop editing: ${name}`,
    members,
    toApprove: (count: number) => `${count}\u00a0to approve`,
    asked: (count: number) => `${count}\u00a0${plural(count, 'place awaits', 'places await')} your voice`,
    places: (count: number, planned = 0): readonly string[] =>
      count === 0 || planned === 0
        ? [mapStrings.placesAndPlanned(count, planned)]
        : [mapStrings.placeCount(count), mapStrings.toFill(planned)],
    people: (count: number, guests: number) =>
      guests === 0 ? members(count) : `${members(count)} and ${guests}\u00a0${plural(guests, 'guest', 'guests')}`,
    bundlesFailed: 'The bundles couldn’t be loaded.',
    bundleMapsFailed: 'The bundle’s maps couldn’t be loaded.',
    moreAbout: (name: string) => `More actions: ${name}`,
    notMember: 'You aren’t a member of it',
    newBundle: 'New bundle of maps',
    editBundle: 'Edit the bundle',
    removeBundle: 'Delete the bundle',
    bundleName: 'Name of the bundle',
    bundleNameMissing: 'Give the bundle a name.',
    bundleDescription: 'Description (optional)',
    bundlesOf: 'Bundles of the map',
    noBundles: 'No bundles yet',
    noBundlesHint: 'Create a bundle from the list of maps.',
    copy: 'Duplicate the map',
    leave: 'Leave the map',
    delete: 'Delete the map',
    typeName: (name: string) => `To confirm, type the name of the map: ${name}`,
    copyName: 'Name of the copy',
    copyWord: 'copy',
    mapCopied: (name: string) => `The copy “${name}” is among your maps.`,
    mapDeleted: (name: string) => `The map “${name}” is deleted.`,
    mapLeft: (name: string) => `You have left the map “${name}”.`,
    deleteBundle: (name: string) => ({
      title: `Delete the bundle “${name}”?`,
      description: 'Its maps stay, each with its members and places.',
      confirm: 'Delete the bundle',
    }),
    copyMap: (name: string) => ({
      title: `Duplicate “${name}”?`,
      description:
        'The copy takes its texts, its order, its places and the stories that you dropped there. Where somebody else speaks, it has a place to record, which awaits a voice. Members and invitations don’t follow.',
      confirm: 'Duplicate the map',
    }),
    deleteMap: (name: string) => ({
      title: `Delete the map “${name}”?`,
      description:
        'Its places, their audio and its invitations disappear for all its members. You can restore it for 30\u00a0days.',
      confirm: 'Delete the map',
    }),
    leaveMap: (name: string) => ({
      title: `Leave the map “${name}”?`,
      description: 'You will no longer have access to it. To come back, you will need a new invitation.',
      confirm: 'Leave the map',
    }),
  },
  createParcoursStrings: {
    get title() {
      return titles.createParcours;
    },
    lead: 'A place, a walk, a story: give it a name.',
    name: 'Title',
    description: 'Description',
    submit: 'Create',
    sending: 'Creating…',
    missingTitle: 'Give the map a title.',
    missingDescription: 'Describe the map in a few words.',
    created: 'Map created successfully!',
    failed: (message: string) => `Failed to create map: ${message}`,
  },
  parcoursNameStrings: {
    change: (name: string) => `${name}, change map`,
    none: 'Choose a map',
    title: 'Change map',
    allMaps: 'All my maps',
  },
} satisfies ParcoursWords;
