/** The words for somebody whose account an admin of the site has suspended. */
export const suspendedStrings = {
  refused: (contact: string | null) =>
    contact === null
      ? 'Ce compte est suspendu par les administrateurs du site.'
      : `Ce compte est suspendu par les administrateurs du site. Pour en parler, écrivez à ${contact}.`,
} as const;
