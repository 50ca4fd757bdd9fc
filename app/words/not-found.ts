/** The words of the screen of an unknown path, beside its title. */
export const notFoundStrings = {
  hint: 'Ce chemin ne mène nulle part. La carte, elle, est toujours là.',
  toMap: 'Retour à la carte',
} as const;
