/** The words of drops that their author has not saved yet. */
export const draftStrings = {
  count: (drafts: number) => `${drafts}\u00a0${drafts === 1 ? 'brouillon' : 'brouillons'}`,
  hint: 'Brouillon\u00a0: visible par vous seul tant qu’il n’est pas publié.',
  publish: 'Publier',
  publishOf: (name: string) => `Publier «\u00a0${name}\u00a0»`,
  onMap: 'brouillon, visible par vous seul',
} as const;
