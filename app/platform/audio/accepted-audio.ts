/** The endings that the interface names. Files of other kinds are read as well: the content decides, not the name. */
export const ACCEPTED_ENDINGS: readonly string[] = [
  ...['.wav', '.mp3', '.flac', '.webm', '.m4a', '.caf', '.ogg', '.opus', '.mp4'],
];

/** What else recorders, phones and messengers write. */
const OTHER_ENDINGS = [
  ...[
    '.qta',
    '.mov',
    '.m4b',
    '.m4r',
    '.aac',
    '.3gp',
    '.3gpp',
    '.3ga',
    '.3g2',
    '.amr',
    '.awb',
    '.aif',
    '.aiff',
    '.aifc',
  ],
  ...['.oga', '.weba', '.mka', '.mkv', '.mp2', '.mpga', '.wma', '.au', '.w64', '.wv', '.ape', '.spx', '.m4v', '.avi'],
];

/**
 * What the system's dialog offers, as an `accept` attribute. A dialog greys out what it doesn't know by one of these: iOS knows
 * m4a by `audio/x-m4a` and `.m4a` but not by `audio/mp4`, and caf only by `.caf`; Android knows files by their types alone,
 * and what has no ending, or none that it knows, is `application/octet-stream`. Of a film, only the sound is taken.
 */
export const OFFERED_AUDIO: string = [
  ...['audio/*', 'video/*', 'application/ogg', 'application/octet-stream'],
  ...['audio/mp4', 'audio/x-m4a', 'audio/x-caf', 'video/quicktime'],
  ...[...ACCEPTED_ENDINGS, ...OTHER_ENDINGS],
].join(',');

/** Types of files that are no sound whatever they hold. Systems invent others for sounds. */
const OTHER_TYPE =
  /^(?:image|text|font|model)\/|^application\/(?:pdf|zip|gzip|json|xml|rtf|msword|gpx\+xml|vnd\.(?:ms-|openxmlformats|oasis))/;

/** Whether a file may be tried: whatever its type doesn't tell to be something else. While it is dragged it has no name yet. */
export function mayBeAudio({ type, name }: { readonly type: string; readonly name?: string | undefined }): boolean {
  if (!OTHER_TYPE.test(type)) return true;
  return [...ACCEPTED_ENDINGS, ...OTHER_ENDINGS].some((ending) => name?.toLowerCase().endsWith(ending));
}
