import { expect } from 'vitest';
import type { Scope } from '../../app/platform/scope.ts';
import { until } from './until.ts';

/** Where a slow story has nothing yet, in seconds: it lasts 60, and gives its first few only. */
export const FAR_S = 40;

/**
 * A story of a minute that comes as slowly as the test wants.
 *
 * @returns its address, which ends with `scope`, and what gives its first seconds
 */
export async function slowStory(scope: Scope): Promise<{ readonly url: string; readonly give: () => Promise<void> }> {
  const answer = await fetch(new URL('../fixtures/audio/opus.webm', import.meta.url));
  const bytes = await answer.arrayBuffer();
  const source = new MediaSource();
  const url = URL.createObjectURL(source);
  scope.add(() => URL.revokeObjectURL(url));
  const give = async (): Promise<void> => {
    await until(() => expect(source.readyState).toBe('open'));
    const buffer = source.addSourceBuffer('audio/webm; codecs="opus"');
    buffer.appendBuffer(bytes);
    await until(() => expect(buffer.updating).toBe(false));
    source.duration = 60;
  };
  return { url, give };
}
