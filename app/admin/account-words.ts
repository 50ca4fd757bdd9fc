import type { Role } from '../../contracts/vocabulary.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatSize } from '../ui/number-words.ts';

const frenchRoleNames: Readonly<Record<Role, string>> = {
  admin: 'Administrateur',
  editor: 'Éditeur',
  user: 'Utilisateur',
  guest: 'Invité',
};

const frenchAccountStrings = {
  search: 'Nom ou email',
  columns: {
    name: 'Nom',
    role: 'Rôle',
    maps: 'Cartes',
    bytes: 'Stockage',
    used: 'Dernière utilisation',
    created: 'Création',
    acts: 'Actions',
  },
  never: 'Jamais connecté',
  unverified: 'Adresse non vérifiée',
  stored: (bytes: number, most: number, isOwn: boolean) =>
    `${formatSize(bytes)} sur ${formatSize(most)}${isOwn ? ' (fixé pour ce compte)' : ''}`,
  options: (name: string) => `Options pour ${name}`,
  auditLog: 'Voir son journal',
  role: {
    change: 'Changer le rôle',
    of: (name: string) => `Rôle de ${name}`,
    texts: {
      admin: 'Gère tous les comptes et toutes les cartes du site.',
      editor: 'Peut dessiner, modifier et organiser les cartes dont il est membre.',
      user: 'Peut créer des cartes et y laisser des drops.',
    },
    lead: 'Le changement vaut tout de suite et s’inscrit au journal.',
    lowersYou: 'Vous ne pourrez plus ouvrir l’administration.',
    last: 'C’est le seul administrateur du site\u00a0: nommez-en d’abord un autre.',
    save: 'Enregistrer',
    done: (name: string, role: Role): string => `${name}\u00a0: ${roleNames[role]}.`,
  },
  link: {
    send: 'Lien de mot de passe',
    question: (name: string, email: string, sendsMail: boolean) =>
      sendsMail
        ? {
            title: `Envoyer un lien à ${name}\u00a0?`,
            description: `Un mail à ${email} lui permettra de choisir un mot de passe. Tant qu’il ne sert pas, rien ne change.`,
            confirm: 'Envoyer le lien',
          }
        : {
            title: `Faire un lien pour ${name}\u00a0?`,
            description:
              'Ce site n’envoie pas de mails\u00a0: vous transmettrez le lien vous-même, tant que ce compte n’a pas encore de mot de passe.',
            confirm: 'Faire le lien',
          },
    sent: (email: string) => `Le lien part à ${email}.`,
    noMail:
      'Ce site n’envoie pas de mails. La personne qui l’a installé peut donner un lien avec la commande «\u00a0reset-link\u00a0».',
    passOn: (name: string) => `Lien pour ${name}`,
    passOnLead:
      'Ce site n’envoie pas de mails\u00a0: transmettez vous-même ce lien, qui permet de choisir le mot de passe. Il sert une fois, dans les sept jours.',
    field: 'Lien',
    copy: 'Copier le lien',
    copied: 'Copié',
    copyFailed: 'La copie n’a pas marché\u00a0: sélectionnez le lien.',
  },
  verify: {
    act: 'Vérifier l’adresse',
    question: (email: string) => ({
      title: 'Vérifier cette adresse\u00a0?',
      description: `Vous assurez que ${email} est bien l’adresse de cette personne.`,
      confirm: 'Marquer comme vérifiée',
    }),
    done: (email: string) => `${email} est vérifiée.`,
  },
  make: {
    open: 'Créer un compte',
    title: 'Créer un compte',
    lead: (sendsMail: boolean) =>
      sendsMail
        ? 'La personne reçoit un mail avec un lien, et choisit elle-même son mot de passe.'
        : 'Vous recevrez un lien à transmettre à la personne, qui choisira elle-même son mot de passe.',
    name: 'Nom',
    email: 'Email',
    role: 'Rôle',
    noName: 'Indiquez un nom.',
    badEmail: 'Indiquez une adresse email.',
    taken: 'Cette adresse a déjà un compte.',
    save: 'Créer le compte',
    done: (name: string) => `Le compte de ${name} est créé.`,
  },
} as const;

const french = { roleNames: frenchRoleNames, accountStrings: frenchAccountStrings };
export type AccountWords = WordsOf<typeof french>;

/** The names of the roles on the site. The words about accounts for the site's admins. */
export const { roleNames, accountStrings } = inLanguages(french, {
  en: async () => (await import('./account-words.en.ts')).english,
});
