import { PASSWORD_MIN } from '../../contracts/limits.ts';
import type { CredentialsWords } from './credentials-words.ts';

export const english = {
  passwordStrings: {
    hint: `${PASSWORD_MIN}\u00a0caractères au moins\u00a0: une courte phrase convient bien.`,
    short: `Le mot de passe doit avoir au moins ${PASSWORD_MIN}\u00a0caractères`,
    common: 'Ce mot de passe est trop courant\u00a0: choisissez-en un autre',
    own: 'Le mot de passe ne peut pas être votre nom ou votre adresse',
    show: 'Afficher',
    hide: 'Masquer',
    fresh: 'Nouveau mot de passe',
    confirmation: 'Le même, une seconde fois',
    linkEnded: 'Ce lien a déjà servi, ou a expiré.',
    linkIncomplete: 'Ce lien est incomplet. Copiez-le en entier depuis le message.',
    forgotten: {
      title: 'Mot de passe oublié',
      lead: 'Donnez l’adresse de votre compte\u00a0: un lien y arrivera pour choisir un nouveau mot de passe.',
      email: 'Adresse email',
      submit: 'Envoyer le lien',
      sending: 'Envoi…',
      sent: (email: string) =>
        `Si un compte existe pour ${email}, un message vient de partir. Son lien sert une fois, dans l’heure. Regardez aussi parmi les indésirables.`,
      noMail: 'Ce site n’envoie pas de messages.',
      askContact: (contact: string | null) =>
        contact === null
          ? 'Demandez un lien à la personne qui administre ce site\u00a0: elle peut vous en donner un pour choisir un nouveau mot de passe.'
          : `Écrivez à ${contact}\u00a0: on vous y donnera un lien pour choisir un nouveau mot de passe.`,
    },
    reset: {
      title: 'Choisir un mot de passe',
      lead: 'Vos sessions seront fermées sur tous vos appareils, et vos clés d’accès retirées.',
      submit: 'Enregistrer le mot de passe',
      sending: 'Enregistrement…',
      done: 'Votre nouveau mot de passe est enregistré. Connectez-vous avec lui.',
      another: 'Demander un autre lien',
    },
    verify: {
      title: 'Confirmer votre adresse',
      lead: 'Vous avez créé un compte Drop ici avec cette adresse.',
      submit: 'Confirmer mon adresse',
      done: 'Votre adresse est vérifiée. Si vous faisiez autre chose, l’onglet d’avant vous attend.',
      goOn: 'Continuer',
    },
  },
  signUpStrings: {
    termsMissing: 'Vous devez accepter les CGU pour créer un compte',
    loginFailed: 'Votre compte est créé. Connectez-vous pour continuer.',
  },
} satisfies CredentialsWords;
