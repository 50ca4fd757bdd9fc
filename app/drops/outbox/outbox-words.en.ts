import { plural } from '../../ui/plural.ts';
import { converterStrings } from '../composer/converter-words.ts';
import type { OutboxWords } from './outbox-words.ts';

export const english = {
  outboxStrings: {
    count: (drops: number) => `${drops}\u00a0${plural(drops, 'drop', 'drops')} waiting`,
    title: 'Drops waiting to be sent',
    hint: 'They are kept on this device and are sent by themselves as soon as possible.',
    empty: 'Everything is sent',
    emptyHint: 'No drops are waiting on this device.',
    queued: 'Kept on this device. It will be sent as soon as possible.',
    leaving: 'Your audio is on its way. You can go on.',
    protectReason:
      'A drop is waiting to be sent. If this device runs out of room, the browser may delete it: ask it to keep it.',
    protect: 'Keep',
    queuing: 'Keeping it safe…',
    close: 'Go on with the map',
    cancel: 'Cancel sending',
    phases: {
      queued: 'Waiting to be sent',
      creating: 'Creating the place…',
      get preparing() {
        return converterStrings.preparing;
      },
      converting: 'Converting the audio',
      sending: 'Sending the audio',
      titling: 'Saving the title…',
      waiting: 'Waiting to be sent',
      unsaved: 'Draft: on this device only',
      sent: 'Ready: only you can see it until you publish it',
    },
    sendingDraft: 'Sent in advance, only you can see it',
    published: (names: readonly string[], isWaiting: boolean) => {
      const many = names.length > 1 ? ` (${names.length})` : '';
      const text = `${isWaiting ? 'To approve' : 'Published'}${many}: ${names.join(', ')}`;
      return { name: text, show: `${text}, see on the map` };
    },
    hidePublished: 'Hide',
    retryIn: (seconds: number) =>
      seconds < 60
        ? `next try in ${Math.max(1, Math.ceil(seconds))}\u00a0s`
        : `next try in ${Math.ceil(seconds / 60)}\u00a0min`,
    offline: 'No network at the moment.',
    serverTrouble: 'The server isn’t answering as it should at the moment.',
    busyServer: 'The server asks to wait.',
    placeGone: 'This drop’s place was deleted in the meantime. Trying again creates a new one.',
    alreadyFilled:
      'Somebody else has recorded this place, or is doing so. Your audio is kept: “Try again” puts it there if the place has become free, otherwise publishes it as a separate drop.',
    planGone:
      'This place is no longer to record: somebody has done it, or deleted it. Your audio is kept: “Try again” will publish it as a separate drop.',
    audioGone: 'This drop’s audio is no longer on this device.',
    retry: 'Try again',
    retryUnder: 'Try again with this title',
    newSound: (name: string) => `New sound of “${name}”`,
    soundOfVersion: (name: string, version: string) => `Sound of “${name}”, ${version}`,
    retryNow: 'Try now',
    export: 'Export the audio',
    discard: 'Delete',
    discardTitle: (name: string) => `Delete “${name}”?`,
    discardText: 'The audio is only on this device. It will be lost.',
    discardTextPlaced: 'The audio will be deleted from this device, and the place created for it as well.',
    keep: 'Keep',
    onMap: 'waiting to be sent',
    notHere: 'This drop is no longer waiting: it is sent, or already deleted.',
    discardFailed: 'This drop couldn’t be deleted from this device. It is still waiting there.',
    notStored: 'This drop couldn’t be kept on this device. Nothing has changed.',
    diskFull: 'The device has no room left to keep this drop. Nothing has changed.',
    noStore: 'This browser can’t keep anything. Leave private browsing, then try again.',
    logoutTitle: 'Log out with drops waiting to be sent?',
    logoutText: (drops: number) =>
      plural(
        drops,
        'A drop isn’t sent yet. It stays on this device and will be sent when you log in here again.',
        `${drops}\u00a0drops aren’t sent yet. They stay on this device and will be sent when you log in here again.`,
      ),
    logoutTitleWithoutDrops: 'Log out now?',
    logoutDrafts: (drafts: number) =>
      plural(
        drafts,
        'A shape or a change to a place isn’t saved. Logging out deletes it from this device.',
        `${drafts}\u00a0shapes or changes to places aren’t saved. Logging out deletes them from this device.`,
      ),
    logoutRecording:
      'A recording is running. It will stop and stay on this device: you will find it again by logging in here.',
    logoutConfirm: 'Log out',
    logoutDeny: 'Stay logged in',
  },
  memoryStrings: {
    notice:
      'This browser keeps nothing on this device, as is often so in private browsing. Keep this page open until it is sent: closing it, reloading it or logging out would delete your audio.',
    limits: 'Here, a recording lasts at most 12\u00a0minutes, and a file about 25\u00a0minutes.',
    recording: 'Nothing is kept on this device: don’t close this page before it is sent.',
    queued: 'Waiting to be sent, but nothing is kept on this device: don’t close this page before then.',
    hint: 'They are sent by themselves as soon as possible. Nothing is kept on this device: don’t close this page before then.',
    full: 'That is more than this browser can hold without keeping anything on this device. Choose shorter audio, or leave private browsing. Nothing has changed.',
    recordingFull:
      'The recording stopped: that is all this browser can hold without keeping anything on this device. What came before can be sent.',
    foundText: (when: string) => `Recorded on ${when}. Nothing is kept on this device: send it before you close.`,
    logoutText: (drops: number) =>
      plural(
        drops,
        'A drop isn’t sent yet. Nothing is kept on this device: it will be lost.',
        `${drops}\u00a0drops aren’t sent yet. Nothing is kept on this device: they will be lost.`,
      ),
    logoutRecording: 'A recording is running. Nothing is kept on this device: it will be lost.',
  },
  draftStrings: {
    count: (drafts: number) => `${drafts}\u00a0${plural(drafts, 'draft', 'drafts')}`,
    hint: 'Draft: only you can see it until it is published.',
    publish: 'Publish',
    publishOf: (name: string) => `Publish “${name}”`,
    onMap: 'draft, only you can see it',
  },
} satisfies OutboxWords;
