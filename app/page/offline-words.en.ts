import type { OfflineWords } from './offline-words.ts';

export const english = {
  storyNotStored:
    'Le mode hors ligne est activé et cette histoire n’est pas sur l’appareil. Désactivez-le pour l’écouter.',
  storyNoNetwork: 'Pas de réseau ici, et cette histoire n’est pas sur l’appareil. Elle reprendra quand il reviendra.',
  storyLost:
    'Le navigateur a effacé cette histoire de l’appareil, et il n’y a pas de réseau. Téléchargez la carte quand il reviendra.',
  seen: (moment: string) => `Vu le ${moment}`,
  seenBefore: 'Vu lors d’une visite précédente',
  seenMaps: 'Le réseau ne répond pas\u00a0: voici vos cartes telles qu’elles étaient.',
  seenPlaces: (moment: string) => `Lieux vus le ${moment}.`,
  storiesWait: 'Leurs histoires attendent le réseau.',
  seenCount: (count: string, moment: string) => `${count}, vus le ${moment}`,
  imageUnknown: 'L’image n’a pas pu être chargée',
  placesLoading: 'Les lieux se chargent…',
  placesUnknown: 'Lieux inconnus pour l’instant',
  placesUnknownHint: 'Ils n’ont pas pu être chargés\u00a0: il y en a peut-être.',
  bundlesUnknown: 'Groupes inconnus pour l’instant',
  bundlesUnknownHint: 'Ils n’ont pas pu être chargés.',
  mapsUnknown: 'non chargées',
  dropsUnknown: 'Leur nombre n’a pas pu être chargé.',
} satisfies OfflineWords;
