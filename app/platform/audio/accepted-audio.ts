/**
 * The audio files that may be chosen: MIME types with their extensions. iOS greys out a file in its dialog unless it knows
 * one of the two: m4a by `audio/x-m4a` and `.m4a` but not by `audio/mp4`, and caf, which its voice memos may be, only by
 * `.caf`. Other systems use other types for the same formats, so all of them are listed.
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
  // MediaRecorder may label audio-only files as video.
  'video/webm': [],
  'audio/mp4': ['.m4a'],
  'audio/x-m4a': [],
  'audio/x-caf': ['.caf'],
  'audio/ogg': ['.ogg', '.opus'],
  'application/ogg': [],
  'audio/opus': [],
  // Only its sound is taken.
  'video/mp4': ['.mp4'],
};

/** The accepted extensions, for messages. */
export const ACCEPTED_ENDINGS: readonly string[] = Object.values(ACCEPTED_AUDIO).flat();
