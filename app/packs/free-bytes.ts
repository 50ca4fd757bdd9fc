import type { packs } from './packs.ts';

/** Returns the bytes that the browser still lets this site store; null if unknown. */
export function freeBytes(grant: Readonly<typeof packs.grant>): number | null {
  return grant === null ? null : Math.max(0, grant.quotaBytes - grant.usedBytes);
}
