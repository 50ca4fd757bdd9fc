/** The words of the map's name on the map, and of changing the map there. */
export const mapNameStrings = {
  change: (name: string) => `${name}, changer de carte`,
  none: 'Choisir une carte',
  title: 'Changer de carte',
  allMaps: 'Toutes mes cartes',
} as const;
