import { vi } from 'vitest';

/**
 * Waits until `check` neither throws nor rejects.
 *
 * @param timeoutMs ten seconds, if left out: a machine with much else to do takes more than Vitest's one. A check that starts
 *   programs needs more.
 */
export function until(check: () => void | Promise<void>, timeoutMs = 10_000): Promise<void> {
  return vi.waitFor(check, { timeout: timeoutMs });
}
