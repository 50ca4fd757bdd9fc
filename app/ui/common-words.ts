import type { Accessibility } from '../../contracts/config.ts';
import { inLanguages, type WordsOf } from './language.ts';

const ACCESSIBILITY: Readonly<Record<Accessibility['state'], string>> = {
  total: 'totalement conforme',
  partial: 'partiellement conforme',
  none: 'non conforme',
};

const frenchStrings = {
  app: {
    name: 'Drop ici',
    tagline: 'Des voix posées sur la carte.',
    loading: 'Chargement…',
    back: 'Retour',
    close: 'Fermer',
    cancel: 'Annuler',
    undo: 'Annuler',
    save: 'Enregistrer',
    retry: 'Réessayer',
    dismiss: 'Masquer le message',
    newTab: '(nouvel onglet)',
    required: 'obligatoire',
    requiredEmail: 'obligatoire, comme nom@exemple.fr',
    toContent: 'Aller au contenu',
    /** The link to the declaration, with the state that the law wants to be seen; null while it isn't known. */
    accessibility: (state: Accessibility['state'] | null) =>
      state === null ? 'Accessibilité' : `Accessibilité\u00a0: ${ACCESSIBILITY[state]}`,
    titled: (screen: string) => `${screen} · Drop ici`,
  },
  login: {
    title: 'Bon retour',
    lead: 'Connectez-vous pour retrouver vos cartes.',
    email: 'Email',
    password: 'Password',
    stayLoggedIn: 'Stay logged in',
    submit: 'Login',
    sending: 'Logging in...',
    noAccount: 'Pas encore de compte\u00a0?',
    register: 'Register',
    forgotten: 'Mot de passe oublié\u00a0?',
    missing: 'Please fill in all fields',
    badEmail: 'Please enter a valid email address',
    wrong: 'Incorrect email or password',
    refused: 'Invalid email or password',
    failed: 'An error occurred',
    inviteTitle: 'Votre invitation',
    inviteWaiting: 'Connectez-vous ou créez un compte\u00a0: votre invitation vous attend.',
  },
  signUp: {
    title: 'Créer un compte',
    back: 'Retour à la connexion',
    username: 'Username',
    email: 'Email',
    password: 'Password',
    confirmation: 'Confirm Password',
    show: 'Show',
    hide: 'Hide',
    terms: "J'accepte les CGU",
    readTerms: 'Lire les CGU',
    submit: 'Create Account',
    missing: 'Veuillez remplir tous les champs',
    badEmail: 'Veuillez entrer une adresse email valide',
    emailTaken: 'Email already exists',
  },
  shell: {
    loading: 'La carte se prépare…',
    crashed: 'Unexpected Application Error!',
    crashedHint: 'Rechargez la page\u00a0: vos cartes et vos sons sont en sécurité.',
    reload: 'Recharger',
    login: 'Se connecter',
    notFoundCode: '404',
    notFound: 'Page Not Found',
  },
  update: {
    ready: 'Nouvelle version disponible',
    apply: 'Mettre à jour',
    later: 'Plus tard',
  },
  errors: {
    offlineMode: 'Le mode hors ligne est activé. Désactivez-le pour utiliser le réseau.',
    network: 'Connexion impossible. Vérifiez votre réseau, puis réessayez.',
    unexpected: 'Une erreur est survenue. Réessayez dans un moment.',
    refused: 'Le serveur n’a pas accepté ce qui a été envoyé\u00a0: cela doit être corrigé.',
    tokenExpired: 'Token expired, please login again.',
    accountNeeded: 'Cette invitation demande un compte.',
    forbidden: 'Vous n’avez pas les droits nécessaires pour cela.',
    notFound: 'Introuvable\u00a0: cet élément n’existe plus.',
    tooLarge: 'Ce fichier est trop volumineux.',
    invalidAudio: 'Ce fichier n’est pas un audio lisible.',
    invalidImage: 'Ce fichier n’est pas une image lisible.',
    conflict: 'Quelqu’un a déjà changé cela. Rechargez, puis réessayez.',
    lastAdmin: 'C’est le seul administrateur de cette carte\u00a0: nommez-en un autre.',
    inviteExpired: 'Cette invitation a expiré. Demandez-en une nouvelle.',
    inviteRevoked: 'Cette invitation a été retirée. Demandez-en une nouvelle.',
    tooManyRequests: 'Trop de tentatives. Réessayez dans un moment.',
    tooMany: 'Il y en a déjà autant que possible\u00a0: faites d’abord de la place.',
    busy: 'Le serveur est très occupé. Réessayez dans un moment.',
    mapFull: 'Cette carte est pleine\u00a0: supprimez-y un drop.',
    quotaExceeded: 'Votre espace est plein\u00a0: supprimez d’anciens drops. Une invitation à contribuer l’agrandit.',
    diskFull: 'Le serveur est plein. Votre fichier n’est pas perdu. Réessayez dans un moment.',
    linkExpired: 'Ce lien a expiré.',
    inviteInvalid: 'Cette invitation n’est plus valable.',
  },
} as const;

const frenchTitles = {
  about: 'A propos de Drop ici',
  invite: 'Invitation',
  parcours: 'Maps',
  createParcours: 'Créer une carte',
  map: 'Carte',
  myDrops: 'Mes Drops',
  profile: 'Mon Profil',
  toApprove: 'À valider',
  requests: 'Demandes',
  reports: 'Signalements',
  myData: 'Mes données',
  admin: 'Administration',
  security: 'Sécurité',
  password: 'Mot de passe',
  verify: 'Votre adresse',
  terms: 'Conditions d’utilisation',
  accessibility: 'Déclaration d’accessibilité',
  licences: 'Licences des logiciels',
} as const;

const french = { strings: frenchStrings, titles: frenchTitles };
export type CommonWords = WordsOf<typeof french>;

const words: CommonWords = inLanguages(french, { en: async () => (await import('./common-words.en.ts')).english });

/**
 * The words that the app needs from its first screen: login, errors. Those of later screens are in the
 * `*-words.ts` files of their subjects. All have the specification's wording if it gives one. `titles` are the screens'
 * titles, separate from their other words, because the page's title needs all of them from the start.
 */
export const { strings, titles } = words;
