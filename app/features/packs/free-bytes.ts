import type { packs } from '../../state/packs/packs.ts';

/** What the browser still lets this site store, in bytes; null where it doesn't tell. */
export function freeBytes(grant: Readonly<typeof packs.grant>): number | null {
  return grant === null ? null : Math.max(0, grant.quotaBytes - grant.usedBytes);
}
