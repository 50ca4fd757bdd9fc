import { vi } from 'vitest';

/** Waits until `check` throws no more, nor rejects. Ten seconds: a machine with much else to do takes more than Vitest's one. */
export function until(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000 });
}
