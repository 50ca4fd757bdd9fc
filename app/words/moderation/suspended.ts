/** The words for somebody whose account an admin of the site has suspended. */
export const suspendedStrings = {
  /** @param reason what the site's admins wrote; null for nothing */
  refused: (contact: string | null, reason: string | null) =>
    [
      'Ce compte est suspendu par les administrateurs du site.',
      ...(reason === null ? [] : [`Leur message\u00a0: «\u00a0${reason}\u00a0».`]),
      ...(contact === null ? [] : [`Pour en parler, écrivez à ${contact}.`]),
    ].join(' '),
} as const;
