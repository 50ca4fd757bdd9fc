/**
 * What is written into a file of the schema 'randonnée' beside the words of the parcours. The schema is French, and so are
 * these in every language.
 */
export const randonneeWords = {
  /** For what the schema requires and nobody has written. */
  unknown: 'Non renseigné',
  difficulties: { easy: 'Facile', medium: 'Moyenne', hard: 'Difficile' },
  hasSteps: 'Il y a des marches sur le chemin.',
  noSteps: 'Il n’y a pas de marches sur le chemin.',
  width: (widthCm: number) => `Passage le plus étroit : ${widthCm} cm.`,
  toilets: (text: string) => `Toilettes : ${text}.`,
  emergency: (text: string) => `En cas d’urgence : ${text}`,
};
