/** Owns what an opened context must close. */
export interface AsyncScope {
  /** Registers a function that closes something. */
  add(close: () => void | Promise<void>): void;
  /**
   * Closes everything, one after the other, last first. If one fails, the others are still closed; the first error is
   * thrown afterwards. A second call does nothing.
   */
  close(): Promise<void>;
}

/** Creates an empty scope, which its creator closes. */
export function createAsyncScope(): AsyncScope {
  let closings: (() => void | Promise<void>)[] = [];
  return {
    add: (close) => closings.push(close),
    close: async () => {
      const all = closings.reverse();
      closings = [];
      const errors: unknown[] = [];
      for (const close of all) {
        try {
          await close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
