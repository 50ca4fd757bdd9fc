/** The words of the screen for unknown paths, besides its title. */
export const notFoundStrings = {
  hint: 'Ce chemin ne mène nulle part. La carte, elle, est toujours là.',
  toMap: 'Retour à la carte',
} as const;
