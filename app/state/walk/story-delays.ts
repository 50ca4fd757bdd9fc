/** From selecting a place to loading its audio. */
export const AUDIO_LOAD_DELAY_MS = 100;
/** From audio being ready to its starting by itself. */
export const AUTOPLAY_DELAY_MS = 300;
