import { vi } from 'vitest';

/**
 * Waits until `check` neither throws nor rejects.
 *
 * @param timeoutMs half a minute, if left out, like `expect.poll`: a machine with much else to do takes more than Vitest's one
 *   second. A check that starts programs needs more.
 */
export function until(check: () => void | Promise<void>, timeoutMs = 30_000): Promise<void> {
  return vi.waitFor(check, { timeout: timeoutMs });
}
