import { proxy } from 'valtio';
import { storage, TextSize } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** The sizes to choose from, the smallest first. */
export const TEXT_SIZES = TextSize.options;

/** How large the texts of places are. Changed only in this file. */
export const textSize = proxy<{ chosen: TextSize }>({ chosen: readSize() });

/** Chooses a size, on this device. */
export function chooseTextSize(size: TextSize): void {
  textSize.chosen = size;
  storage.write('textSize', size);
}

function readSize(): TextSize {
  return storage.read('textSize') ?? 'normal';
}

forgetAtSessionEnd(() => {
  textSize.chosen = readSize();
});
