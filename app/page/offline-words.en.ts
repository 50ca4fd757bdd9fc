import type { OfflineWords } from './offline-words.ts';

export const english = {
  storyNotStored: 'Offline mode is on and this story isn’t on the device. Switch it off to listen to it.',
  storyNoNetwork:
    'There’s no network here, and this story isn’t on the device. It will go on when the network is back.',
  storyLost:
    'The browser has deleted this story from the device, and there’s no network. Download the map when it’s back.',
  seen: (moment: string) => `Seen on ${moment}`,
  seenBefore: 'Seen on an earlier visit',
  seenMaps: 'The network isn’t responding: here are your maps as they were.',
  seenPlaces: (moment: string) => `Places seen on ${moment}.`,
  storiesWait: 'Their stories are waiting for the network.',
  seenCount: (count: string, moment: string) => `${count}, seen on ${moment}`,
  imageUnknown: 'The image couldn’t be loaded',
  placesLoading: 'The places are loading…',
  placesUnknown: 'Places unknown for now',
  placesUnknownHint: 'They couldn’t be loaded: there may be some.',
  bundlesUnknown: 'Bundles unknown for now',
  bundlesUnknownHint: 'They couldn’t be loaded.',
  mapsUnknown: 'not loaded',
  dropsUnknown: 'Their number couldn’t be loaded.',
} satisfies OfflineWords;
