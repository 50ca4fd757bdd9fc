/** Lets everything else that waits run first: what takes long is done in slices, so that other calls need not wait for all. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Characters of shapes that are read or printed in one slice: some five milliseconds. */
export const SLICE_CHARS = 2 ** 18;
