/** Shown for a place without a name. */
export const UNTITLED_PLACE = 'Untitled';

/** The name of a place as it is shown. */
export function printName(name: string): string {
  return name.trim() || UNTITLED_PLACE;
}
