/** The words of the map's name shown on it, and of switching to another map there. */
export const mapNameStrings = {
  change: (name: string) => `${name}, changer de carte`,
  none: 'Choisir une carte',
  title: 'Changer de carte',
  allMaps: 'Toutes mes cartes',
} as const;
