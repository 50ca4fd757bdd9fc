import { titles } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';

const french = {
  get title() {
    return titles.security;
  },
  failed: (text: string) => `Ces informations n’ont pas pu être chargées. ${text}`,
  email: {
    title: 'Adresse email',
    verified: 'Adresse vérifiée',
    notVerified: 'Adresse pas encore vérifiée',
    why: 'Une adresse vérifiée donne plus d’espace à vos drops, et permet de retrouver votre compte.',
    send: 'Envoyer un lien de vérification',
    sent: (email: string) => `Un message est parti vers ${email}. Son lien sert sept jours.`,
  },
  password: {
    title: 'Mot de passe',
    current: 'Mot de passe actuel',
    submit: 'Changer le mot de passe',
    sending: 'Enregistrement…',
    wrong: 'Le mot de passe actuel est incorrect',
    done: 'Le mot de passe est changé. Vos autres appareils sont déconnectés.',
    passkeysStay:
      'Vos clés d’accès ouvrent toujours votre compte\u00a0: supprimez celles que vous ne reconnaissez pas.',
    none: 'Vous vous connectez avec Google\u00a0: ce compte n’a pas de mot de passe. Pour en choisir un, demandez un lien par message.',
    ask: 'Demander un lien',
  },
  passkeys: {
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
    }),
  },
  sessions: {
    title: 'Appareils connectés',
    device: (browser: string | null, system: string | null) => {
      if (browser !== null && system !== null) return `${browser} sur ${system}`;
      return browser ?? system ?? 'Appareil inconnu';
    },
    current: 'Cet appareil',
    since: (moment: string) => `Connecté le ${moment}`,
    used: (moment: string) => `Utilisé le ${moment}`,
    end: 'Déconnecter',
    endOne: (device: string) => `Déconnecter ${device}`,
    endOthers: 'Déconnecter les autres appareils',
    endAll: 'Déconnecter partout',
    othersEnded: 'Les autres appareils sont déconnectés.',
    ended: (device: string) => `${device}\u00a0: déconnecté.`,
    question: {
      title: 'Déconnecter partout\u00a0?',
      description:
        'Tous vos appareils seront déconnectés, celui-ci aussi. Ce qui y attend d’être envoyé y reste jusqu’à votre prochaine connexion.',
      confirm: 'Déconnecter partout',
    },
  },
} as const;

export type SecurityWords = WordsOf<typeof french>;

/** The words of the account's security screen. */
export const securityStrings = inLanguages(french, {
  en: async () => (await import('./security-words.en.ts')).english,
});
