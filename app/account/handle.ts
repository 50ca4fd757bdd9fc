/** Returns the handle shown under a name: without spaces, in lower case. */
export function handleOf(name: string): string {
  return `@${name.replace(/\s+/gu, '').toLocaleLowerCase('fr')}`;
}
