import { formatUpToTenths } from '../ui/number-words.ts';
import type { LocationWords } from './location-words.ts';

export const english = {
  title: 'Location',
  idle: 'Location needed',
  idleText: 'Drop ici needs your position to show you on the map and let you hear the places nearby.',
  activate: 'Turn on location',
  denied: 'Access denied',
  deniedText: 'Your browser isn’t allowed to read your position. To allow it:',
  helpFor: {
    ios: {
      title: 'iPhone and iPad, in Safari',
      steps:
        'Tap the icon to the left of the address > Website Settings > Location > Allow. Also check Settings > Privacy & Security > Location Services > Safari Websites > While Using the App.',
    },
    iosOther: {
      title: 'iPhone and iPad, in another browser',
      steps: 'Settings > Apps > the browser’s name > Location > While Using the App. Then reload this page.',
    },
    iosInstalled: {
      title: 'App installed on an iPhone or iPad',
      steps:
        'Settings > Privacy & Security > Location Services > Safari Websites > While Using the App. Then close and reopen Drop ici.',
    },
    android: {
      title: 'Android',
      steps: 'Tap the icon to the left of the address > Site settings > Location > Allow.',
    },
    androidFirefox: {
      title: 'Android, in Firefox',
      steps:
        'Tap the icon to the left of the address > Permissions > Location. Also check the device’s settings > Apps > Firefox > Permissions > Location.',
    },
    installed: {
      title: 'Installed app',
      steps: 'The device’s settings > Apps > Drop ici > Permissions > Location.',
    },
    desktop: {
      title: 'Computer',
      steps: 'Click the icon to the left of the address > Location > Allow.',
    },
    desktopSafari: {
      title: 'Mac, in Safari',
      steps:
        'Safari > Settings > Websites > Location > Allow. Also check System Settings > Privacy & Security > Location Services > Safari.',
    },
  },
  error: 'Location error',
  errorText: 'Something went wrong while reading your position.',
  unavailable: 'Location not supported',
  unavailableText: 'Your browser doesn’t support geolocation.',
  later: 'Later',
  withoutPosition: 'Without a position, you can still tap a place to hear it.',
  active: 'Location on',
  lowAccuracy: 'Limited accuracy',
  requesting: 'Finding your position...',
  accuracy: (accuracyM: number) =>
    accuracyM < 1000
      ? `Position known to within ${Math.max(1, Math.round(accuracyM))}\u00a0m.`
      : `Position known to within ${formatUpToTenths(accuracyM / 1000)}\u00a0km.`,
  noAccuracy: 'No position for now. A clear sky helps.',
  held: 'The map keeps your last position until the next one.',
  improve: 'Improve the accuracy',
  improveHint: 'The GPS works all the time, as a walk needs it.',
  save: 'Power saving',
  saveHint: 'The position is vaguer and the battery lasts longer.',
  compass: 'Turn on the compass',
  compassHint: 'The blue dot then shows which way you face.',
  compassOn: 'Compass on',
  compassRefused: 'Access to the compass was denied. Close the app, reopen it, then tap “Turn on the compass”.',
  compassPrompt: 'See on the map which way you face?',
  unsupported: 'Geolocation is not supported by your browser',
  needsHttps: 'Location access requires HTTPS or localhost',
  serviceError: (reason: string) => `Location service error: ${reason}`,
  permissionDenied: 'Location permission denied by user',
  gpsUnavailable: 'GPS unavailable. Check location services are enabled',
  positionUnavailable: 'Location information is unavailable',
  timeoutMobile: 'Location timeout. Try moving to an area with better GPS signal',
  timeout: 'Location request timed out',
  unknown: 'Unknown location error',
} satisfies LocationWords;
