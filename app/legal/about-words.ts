/** The words of the About screen. */
export const aboutStrings = {
  title: 'About Drop',
  slogan: 'Located Audio!',
  text: 'Des voix, des histoires et des ambiances, posées là où elles se sont passées. Marchez, et écoutez ce que les lieux ont à dire.',
  social: 'Suivre Drop ici',
  website: 'Le site de Drop ici',
  terms: 'Conditions d’utilisation',
} as const;
