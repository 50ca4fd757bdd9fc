import type { Result } from 'axe-core';

/** What another look may change the answer of. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/**
 * Waits until nothing moves on the page any more, but for what moves without end. What one transition ends at may begin
 * another, in an element that inherits from it. Runs in the page.
 */
export async function settle(): Promise<void> {
  // The first frame tells React that a media query matches otherwise; what that renders is there with the second.
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  for (;;) {
    const motions = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    if (motions.length === 0) return;
    await Promise.all(motions.map((motion) => motion.finished.catch(() => {})));
  }
}

/** What axe-core found, one line for each fault: the rule, where, and why. */
export function listFaults(violations: readonly Result[]): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
  );
}
