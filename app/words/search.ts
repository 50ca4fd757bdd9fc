/** The words about a found address on the map. */
export const searchStrings = {
  found: (name: string) => `Adresse trouvée\u00a0: ${name}`,
  removePin: 'Retirer le repère',
} as const;
