import type { CodeWords } from './code-words.ts';

export const english = {
  codeStrings: {
    open: 'Enter a code',
    pageTitle: (code: string) => `Code ${code}`,
    looking: 'Looking for the place…',
    listen: 'Listen',
    listenTo: (name: string) => `Listen to ${name}`,
    seeOnMap: 'See on the map',
    silent: 'This place has no story yet.',
    unknown: 'This code leads to no place',
    unknownHint: 'Check each character: a code has four to six letters and digits. The place may have been removed.',
    notListed: 'This place is no longer on the map.',
    otherCode: 'Enter another code',
    toMap: 'Open the map',
    memberTitle: 'Log in to listen',
    memberHint:
      'This code leads to no map that is open to all. If you are invited to the map of this place, log in: it opens then. Otherwise, ask its authors for an invitation.',
    logIn: 'Log in',
  },
  codeDialogStrings: {
    label: 'Code of the place',
    hint: 'The four to six characters printed below the QR code.',
    missing: 'Enter the code of the place.',
    camera: 'Scan the QR code',
    aim: 'Point at the QR code of the place.',
    viewfinder: 'Picture of the camera',
    closeCamera: 'Close the camera',
    otherQr: 'This QR code is not of a place here.',
    faults: {
      refused: 'The camera is refused: allow it in the browser’s settings, or enter the code.',
      missing: 'No camera can be used: enter the code.',
      unsupported: 'This browser doesn’t read QR codes: enter the code, or scan it with your phone’s camera.',
    },
  },
} satisfies CodeWords;
