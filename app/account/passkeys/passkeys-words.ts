import { strings } from '../../ui/common-words.ts';

/** The words of passkeys: on the login screen, and on the account's security screen. */
export const passkeyStrings = {
  login: {
    submit: 'Se connecter avec une clé d’accès',
    cancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
    refused: 'Cette clé d’accès n’est pas reconnue ici. Connectez-vous autrement.',
  },
  own: {
    title: 'Clés d’accès',
    hint: 'Une clé d’accès remplace le mot de passe\u00a0: vous vous connectez avec l’empreinte, le visage ou le code de votre appareil.',
    elsewhere: 'Vos clés d’accès servent à l’adresse habituelle du site, pas à celle-ci.',
    unsupported: 'Ce navigateur ne peut pas en créer.',
    added: (day: string) => `Ajoutée le ${day}`,
    used: (day: string) => `Utilisée le ${day}`,
    add: 'Ajouter une clé d’accès',
    adding: 'Ajout…',
    done: 'Votre clé d’accès est ajoutée.',
    cancelled: 'Aucune clé d’accès n’a été ajoutée.',
    refused: 'Cette clé d’accès n’a pas pu être vérifiée\u00a0: elle n’est pas ajoutée.',
    password: 'Votre mot de passe',
    whyPassword: 'Votre dernière connexion date un peu\u00a0: pour ajouter une clé, donnez votre mot de passe.',
    whyLogin:
      'Votre dernière connexion date un peu. Déconnectez-vous, puis reconnectez-vous\u00a0: vous aurez dix minutes pour ajouter une clé.',
    noPassword: 'Donnez votre mot de passe',
    goOn: 'Continuer',
    delete: 'Supprimer',
    deleteOne: (device: string) => `Supprimer la clé de ${device}`,
    deleted: (device: string) => `La clé de ${device} est supprimée.`,
    question: (device: string) => ({
      title: 'Supprimer cette clé d’accès\u00a0?',
      description: `La clé de ${device} ne permettra plus de se connecter ici. Pensez à la retirer aussi des mots de passe de votre appareil.`,
      confirm: 'Supprimer la clé',
      cancel: strings.app.cancel,
    }),
  },
  errors: {
    known: 'Cet appareil a déjà une clé d’accès pour votre compte.',
    failed: 'Votre appareil n’a pas pu utiliser de clé d’accès.',
    full: 'Votre compte a déjà vingt clés d’accès. Supprimez-en une d’abord.',
    lastWayIn: 'C’est votre seul moyen de vous connecter. Choisissez d’abord un mot de passe.',
  },
} as const;
