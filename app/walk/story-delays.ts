/** Delay from selecting a place to loading its audio. */
export const AUDIO_LOAD_DELAY_MS = 100;
/** Delay from audio being ready to its automatic start. */
export const AUTOPLAY_DELAY_MS = 300;
