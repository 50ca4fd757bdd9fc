/** The reasons why an audio file could not be converted. */
export const fileFaults = {
  notAudio: 'Ce fichier n’est pas un audio. Choisissez un fichier wav, mp3, flac, webm, m4a, caf, ogg, opus ou mp4.',
  noTrack: 'Ce fichier ne contient aucun son.',
  protected: 'Ce fichier est protégé\u00a0: seul son propre lecteur peut le lire.',
  unsupported:
    'Ce format n’est pas pris en charge. Choisissez un fichier wav, mp3, flac, webm, m4a, caf, ogg, opus ou mp4.',
  tooManyTracks: 'Ce fichier a trop de pistes. Exportez-le en mono ou en stéréo, puis choisissez-le à nouveau.',
  damaged: 'Ce fichier est abîmé ou incomplet, il ne peut pas être lu.',
  engine: 'Le convertisseur n’a pas pu être chargé. Vérifiez votre réseau, puis réessayez.',
  outOfMemory:
    'La mémoire de l’appareil ne suffit pas pour convertir ce fichier. Fermez d’autres pages ou choisissez un audio plus court.',
  deviceFull: 'L’appareil n’a plus assez de place pour convertir ce fichier.',
  transcodeFailed: 'Ce fichier n’a pas pu être converti.',
} as const;
