import type { ReadyWords } from './ready-words.ts';

export const english = {
  openLong: 'Check before you go',
  openShort: 'Check',
  title: 'Ready?',
  allGood: 'Everything is ready.',
  toSee: (count: number) =>
    count === 1 ? 'One point to check before you go.' : `${count}\u00a0points to check before you go.`,
  checking: 'Checking…',
  later: 'Not now',

  levels: { good: 'Ready', fair: 'To check', bad: 'To fix', pending: 'Checking' },
  names: {
    audio: 'Stories',
    map: 'Street map',
    app: 'App',
    position: 'Position',
    sound: 'Sound',
    battery: 'Battery',
    storage: 'Kept files',
    screen: 'Screen on',
  },

  audioHere: (whole: number, all: number) => `${whole} of ${all} on this device.`,
  audioDamaged: (whole: number, all: number) => `${whole} of ${all} on this device: repair what is missing.`,
  audioDownloading: (here: number, all: number | null) =>
    all === null ? 'Downloading.' : `Downloading: ${here} of ${all} files.`,
  audioByNetwork: 'Over the network: without it, nothing will play. Download the map.',
  audioInMode: 'Not on this device, and offline mode is on.',
  audioNoNetwork: 'Not on this device, and no network. Find a network before you go.',
  audioLost: 'The browser deleted the map from this device. Download it again.',
  noMapInUse: 'No map is chosen.',

  mapHere: 'On this device.',
  mapDamaged: 'The street map is missing on this device.',
  mapByNetwork: 'Over the network. Downloading the map brings it along.',
  mapByNetworkOnly: 'Over the network. Without it, a simplified one is shown.',
  mapSimple: 'A simplified one is shown.',

  appAbsent: 'Not on this device yet: wait a moment, with a network.',

  positionGood: (accuracyM: number) => `Known to within ${Math.max(1, Math.round(accuracyM))}\u00a0m.`,
  positionVague: (accuracyM: number) =>
    `Known only to within ${Math.round(accuracyM)}\u00a0m. Go outside, away from walls, and wait a little.`,
  positionSearching: 'Finding your position… A clear sky helps.',
  positionIdle: 'Allow it: it starts the stories.',
  positionDenied: 'Denied. To allow it:',
  positionFailed: 'Can’t be found at the moment.',
  positionUnavailable: 'This browser gives none. Tap the places on the map to hear them.',
  positionFalse: 'Simulated: leave the simulator for a real walk.',

  soundUntested: 'Put on your headphones and try it.',
  soundAsked: 'Did you hear the chime?',
  soundHeard: 'Heard.',
  soundSilent: 'Turn the volume up, turn silent mode off, check your headphones, then try again.',

  batteryLevel: (share: number) => `${Math.round(share * 100)}%.`,
  batteryCharging: (share: number) => `${Math.round(share * 100)}%, charging.`,
  batteryLow: (share: number) => `${Math.round(share * 100)}%: two hours need more. Bring a power bank.`,
  batteryEmpty: (share: number) => `${Math.round(share * 100)}%: charge it before you go.`,

  storageSafe: 'Until you delete them.',
  storageUnsure: 'On this device. They are safer here if the browser promises to keep them.',

  storageRefused: 'The browser doesn’t promise it for now. Install the app, then ask it again.',
  screenStaysOn: 'It stays on during the walk: the position needs it.',
  screenMayTurnOff: 'This browser doesn’t keep it on. Lengthen the screen timeout in the device’s settings.',

  acts: {
    download: 'Download',
    follow: 'See the download',
    repair: 'Repair',
    'go-online': 'Leave offline mode',
    locate: 'Allow the position',
    retry: 'Try again',
    'test-sound': 'Test the sound',
    persist: 'Ask to keep them',
  },
  heard: 'I heard it',
  notHeard: 'I hear nothing',
} satisfies ReadyWords;
