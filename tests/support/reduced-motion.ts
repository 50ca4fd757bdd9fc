// Its types tell what the session can be sent.
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** Tells the page that its person wants less motion, or as much as there is. Maps don't fly then: they are there at once. */
export async function reduceMotion(isReduced: boolean): Promise<void> {
  const features = [{ name: 'prefers-reduced-motion', value: isReduced ? 'reduce' : 'no-preference' }];
  await cdp().send('Emulation.setEmulatedMedia', { features });
}
