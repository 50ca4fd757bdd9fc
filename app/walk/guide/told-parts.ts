/** A played part of a story, from and to, in ms from its beginning. */
export type ToldPart = readonly [fromMs: number, toMs: number];

/** Share of a story that must be played for it to count as heard: the last words may be missed, or skipped. */
export const HEARD_PART = 0.8;

/** Adds a part. Overlapping or touching parts become one, so that nothing counts twice; they stay in order. Pure. */
export function addPart(parts: readonly ToldPart[], [fromMs, toMs]: ToldPart): readonly ToldPart[] {
  const apart = parts.filter(([from, to]) => to < fromMs || from > toMs);
  const joined = parts.filter((part) => !apart.includes(part));
  const whole: ToldPart = [
    Math.min(fromMs, ...joined.map(([from]) => from)),
    Math.max(toMs, ...joined.map(([, to]) => to)),
  ];
  return [...apart, whole].sort(([a], [b]) => a - b);
}

/** True if enough of a story of this length was played to count as heard. Pure. */
export function isHeardBy(parts: readonly ToldPart[], lengthMs: number): boolean {
  return parts.reduce((sum, [from, to]) => sum + to - from, 0) >= HEARD_PART * lengthMs;
}

/** Returns where the first unplayed part begins. Pure. */
export function firstUntoldMs(parts: readonly ToldPart[]): number {
  const [first] = parts;
  return first === undefined || first[0] > 0 ? 0 : first[1];
}
