import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadWords } from './language.ts';

/** A chunk of the app could not be loaded: there is no network, or a newer build has replaced its file. */
export class PartMissingError extends Error {
  override readonly name = 'PartMissingError';
}

/**
 * A component whose code, and its words in the language shown, are loaded when it is first rendered, which throws
 * {@link PartMissingError} if that fails.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      const part = await load();
      // Without them the part is French; the next one asks again.
      await loadWords().catch(() => {});
      return { default: part };
    } catch (cause) {
      throw new PartMissingError('A part of the app could not be loaded', { cause });
    }
  });
}
