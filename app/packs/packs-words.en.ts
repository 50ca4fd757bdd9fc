import { formatSize } from '../ui/number-words.ts';
import { plural } from '../ui/plural.ts';
import type { PacksWords } from './packs-words.ts';

const files = (count: number): string => `${count}\u00a0${plural(count, 'file', 'files')}`;

export const english = {
  title: 'Offline',
  intro: 'Keep the whole map on this device: stories, picture and street map, without a network.',
  looking: 'Working out the size…',
  sizeUnknown: 'The size couldn’t be read for now.',
  files,
  sizeAndFiles: (bytes: number, count: number) => `${formatSize(bytes)} · ${files(count)}`,
  tooLittleRoom: (freeBytes: number) => `Only ${formatSize(freeBytes)}\u00a0is free on this device: make room first.`,

  download: 'Download',
  downloadOf: (bytes: number) => `Download · ${formatSize(bytes)}`,
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Try again',
  update: 'Update',
  updateOf: (bytes: number) => `Update · ${formatSize(bytes)}`,
  repair: 'Repair',
  remove: 'Delete',
  removeBegun: 'Give up',
  forgetLost: 'Stop telling me',

  status: {
    absent: 'Not on this device',
    downloading: 'Downloading',
    repairing: 'Repairing',
    updating: 'Updating',
    waiting: 'Download waiting',
    waitingForNetwork: 'Waiting for a network',
    paused: 'Download paused',
    failed: 'Download stopped',
    whole: 'Available offline',
    outdated: 'Update available',
    lost: 'Deleted by the browser',
    damaged: 'Files are missing or damaged',
  },
  progress: 'Download of the map',
  bytesDone: (here: number, all: number) => `${formatSize(here)} of ${formatSize(all)}`,
  filesDone: (here: number, all: number) => `${here} of ${files(all)}`,
  waitingHint: 'The download will go on by itself.',
  resumeHint: 'Complete files stay: only what is missing will be downloaded.',
  updatingHint: 'The version that you have stays available offline until the end.',
  outdatedHint: 'The map has changed. The version that you have stays available offline.',
  damagedHint: 'Repairing only downloads what is damaged or missing.',
  lostHint:
    'The browser deleted it, probably to make room. Download it again while there is a network; an installed app keeps its files better.',
  offlineModeHint: 'Offline mode is on: nothing is downloaded.',
  goOnline: 'Leave offline mode',

  failures: {
    full: 'The device has no room left. Delete another map or some files, then try again. What is downloaded stays.',
    server: 'The server didn’t answer as it should. Try again in a few minutes. What is downloaded stays.',
    offline: 'No network at the moment. Try again when it is back. What is downloaded stays.',
    unsupported: 'This browser can’t keep any map. Leave private browsing, or try another browser.',
  },

  removal: (name: string) => ({
    title: `Delete “${name}” from this device?`,
    description: 'The map will no longer be available offline. It stays in your maps.',
    confirm: 'Delete',
    cancel: 'Keep',
  }),
  removed: (name: string) => `“${name}” is no longer on this device.`,

  free: (freeBytes: number) => `${formatSize(freeBytes)}\u00a0free on this device`,
  sum: (bytes: number) => `${formatSize(bytes)} of offline maps on this device`,
  sumAndFree: (bytes: number, freeBytes: number) =>
    `${formatSize(bytes)} of offline maps on this device, ${formatSize(freeBytes)}\u00a0free`,
  persistReason: 'So that these files don’t disappear when room is short, Drop ici asks the browser to keep them.',
  persisted: 'The browser keeps these files until you delete them.',
  notPersisted: 'These files stay here as long as there is room. To be safer, ask the browser to keep them.',
  persistRefused:
    'These files stay here as long as there is room. To be safer, install the app on the home screen, then ask again.',
  askToPersist: 'Ask to keep them',

  rowDownload: 'Keep offline',
  rowAbsent: 'not on this device',
  rowLabel: (status: string) => `Offline: ${status}`,

  walkLost: (name: string) =>
    `The browser deleted the map “${name}” from this device. Download it again while there is a network.`,
  walkDamaged: (name: string) =>
    `Files of the map “${name}” are missing on this device. Repair it while there is a network.`,
  weakLine: 'Weak network here: keep the map offline.',
  logout: (maps: number) =>
    maps === 1
      ? 'One offline map will be deleted from this device.'
      : `${maps}\u00a0offline maps will be deleted from this device.`,

  mode: 'Offline mode',
  modeHint: 'Nothing is downloaded or sent: your drops wait here.',
  chipMode: 'Offline',
  chipNoNetwork: 'No network',
  chipWhole: 'This map is on this device.',
  chipLost: 'The browser deleted this map: download it as soon as the network is back.',
  chipAbsentInMode: 'This map isn’t on this device: nothing will play.',
  chipAbsent: 'This map isn’t on this device: only the stories already loaded will play.',
} satisfies PacksWords;
