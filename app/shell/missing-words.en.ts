import type { MissingWords } from './missing-words.ts';

export const english = {
  missingStrings: {
    partFailed: 'This part of the screen ran into a problem.',
    partMissing: 'This part of the app couldn’t be loaded.',
    partWaits: 'You can reload the page as soon as what is under way has finished.',
    placeNotListed: 'This place couldn’t be shown on the map.',
    notFoundHint: 'This path leads nowhere. The map is still there, though.',
    toMap: 'Back to the map',
  },
} satisfies MissingWords;
