/** The words about the 'hors ligne' switch. */
export const offlineWords = {
  isOn: 'Le mode hors ligne est activé. Désactivez-le pour utiliser le réseau.',
  storyNotKept:
    'Le mode hors ligne est activé et cette histoire n’est pas sur l’appareil. Désactivez-le pour l’écouter.',
} as const;
