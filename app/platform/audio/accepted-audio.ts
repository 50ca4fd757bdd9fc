/**
 * The audio files that may be chosen: each type with its ending. iOS greys out a file in its dialog unless one of the two
 * means something to it: it knows m4a by `audio/x-m4a` and `.m4a` rather than by `audio/mp4`, and caf, which its own voice
 * memos may be, by `.caf` alone; other systems call the same formats by other types. So all of them are given.
 */
export const ACCEPTED_AUDIO: Readonly<Record<string, readonly string[]>> = {
  'audio/wav': ['.wav'],
  'audio/x-wav': [],
  'audio/wave': [],
  'audio/vnd.wave': [],
  'audio/mpeg': ['.mp3'],
  'audio/mp3': [],
  'audio/flac': ['.flac'],
  'audio/x-flac': [],
  'audio/webm': ['.webm'],
  // A recorder of the browser, which names its sound as a film.
  'video/webm': [],
  'audio/mp4': ['.m4a'],
  'audio/x-m4a': [],
  'audio/x-caf': ['.caf'],
};

/** The endings, as a message names them. */
export const ACCEPTED_ENDINGS: readonly string[] = Object.values(ACCEPTED_AUDIO).flat();
