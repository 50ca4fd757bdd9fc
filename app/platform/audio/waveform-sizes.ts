/** Waveform bars on the map screen and in the drop popup. */
export const WAVEFORM_BAR_WIDTH_PX = 2;
/** Waveform bars elsewhere. */
export const WAVEFORM_BAR_WIDTH_WIDE_PX = 3;
/** Space between two waveform bars. */
export const WAVEFORM_BAR_GAP_PX = 1;
/** Height of a waveform. */
export const WAVEFORM_HEIGHT_PX = 50;
