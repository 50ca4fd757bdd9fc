/** The texts of cards and their pictures. The app's name and its page's description are those of `app/index.html`. */
export const cardWords = {
  name: 'Drop ici',
  description: 'Des sons posés sur la carte : marchez, écoutez, enregistrez.',
  tagline: 'Des voix posées sur la carte.',
  picture: 'Drop ici : des voix posées sur la carte',
  pictureOf: (title: string) => `La carte «\u00a0${title}\u00a0»`,
  stories: (count: number) => (count === 1 ? '1 histoire à écouter' : `${count} histoires à écouter`),
} as const;
