/** Lets all other waiting work run first: long work runs in slices, so that other calls needn't wait for all of it. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Characters of shapes that are read or serialized in one slice: about five milliseconds. */
export const SLICE_CHARS = 2 ** 18;
