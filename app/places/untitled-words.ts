/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

/** Returns the displayed name of a place. */
export function printName(name: string): string {
  return name.trim() || UNTITLED_PLACE;
}
