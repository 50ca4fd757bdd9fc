import { CUES_MAX } from '../../../../contracts/limits.ts';
import type { Cue } from '../../../../contracts/web-vtt.ts';
import { cueText } from '../../../../contracts/web-vtt-text.ts';
import { CUE_MIN_MS, type Cues } from '../cue-edits.ts';

/**
 * Puts what a machine has written among the cues. Every cue that a person wrote or corrected stays, and nothing is said
 * beside it; what the machine wrote before is replaced, as far as it came now.
 *
 * @param drafted in any order, with any text
 * @param untilMs how far the machine came, in milliseconds from the sound's start; infinite for the end
 */
export function mergeMachineDraft(cues: Cues, drafted: readonly Cue[], untilMs = Number.POSITIVE_INFINITY): Cues {
  const merged = cues.filter(({ isMachine, startMs }) => isMachine !== true || startMs >= untilMs);
  // Those of people have no order of their own ends: a long one may contain others.
  const kept = [...merged];
  let room = CUES_MAX - merged.length;
  let lastMs = 0;
  let next = 0;
  let keptMs = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs, text } of drafted.toSorted((one, other) => one.startMs - other.startMs)) {
    const said = cueText(text.trim());
    // A machine's own cues may overlap a little where its parts meet.
    const fromMs = Math.max(0, lastMs, Math.round(startMs));
    const toMs = Math.round(endMs);
    // Also without a number.
    if (said === '' || !(toMs - fromMs >= CUE_MIN_MS) || room === 0) continue;
    for (let cue = kept[next]; cue !== undefined && cue.startMs < toMs; cue = kept[++next]) {
      keptMs = Math.max(keptMs, cue.endMs);
    }
    if (keptMs > fromMs) continue;
    merged.push({ startMs: fromMs, endMs: toMs, text: said, isMachine: true });
    lastMs = toMs;
    room--;
  }
  return merged.toSorted((one, other) => one.startMs - other.startMs);
}
