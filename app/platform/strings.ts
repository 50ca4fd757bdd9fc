/** Every word a person reads in the app, by feature. Where the specification gives a wording, it is that one. */
export const strings = {
  app: {
    name: 'Drop ici',
    tagline: 'Des voix posées sur la carte.',
    loading: 'Chargement…',
    back: 'Retour',
    close: 'Fermer',
    retry: 'Réessayer',
    dismiss: 'Masquer le message',
  },
  errors: {
    network: 'Connexion impossible. Vérifiez votre réseau, puis réessayez.',
    unexpected: 'Une erreur est survenue. Réessayez dans un instant.',
    noToken: 'No token found, please login.',
    tokenExpired: 'Token expired, please login again.',
    forbidden: 'Vous n’avez pas les droits nécessaires pour cela.',
    notFound: 'Introuvable : cet élément n’existe plus.',
    tooLarge: 'Ce fichier est trop volumineux.',
    invalidAudio: 'Ce fichier n’est pas un audio lisible.',
    linkExpired: 'Ce lien a expiré.',
    inviteInvalid: 'Cette invitation n’est plus valable.',
  },
} as const;
