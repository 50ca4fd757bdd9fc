import { PASSWORD_MIN } from '../../contracts/limits.ts';
import { wordsFor } from '../page/error-words.ts';
import { ApiError } from '../platform/net/api.ts';
import { strings } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import type { FormError } from '../ui/use-form.ts';
import type { CredentialFault, FieldFault } from './credential-checks.ts';

const frenchPasswordStrings = {
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
} as const;

const frenchSignUpStrings = {
  termsMissing: 'Vous devez accepter les CGU pour créer un compte',
  loginFailed: 'Votre compte est créé. Connectez-vous pour continuer.',
  lead: 'Quelques lignes, et la carte est à vous.',
  sending: 'Creating...',
  mismatch: 'Les mots de passe ne correspondent pas',
  failed: 'Erreur lors de la création du compte',
  serverError: (message: string) => `Server error: ${message}`,
  otherError: (status: number, message: string) => `Error ${status}: ${message}`,
} as const;

const french = { passwordStrings: frenchPasswordStrings, signUpStrings: frenchSignUpStrings };
export type CredentialsWords = WordsOf<typeof french>;

/** The words of choosing a password, resetting it by mail, and verifying an address; and the sign-up's that no other screen needs. */
export const { passwordStrings, signUpStrings } = inLanguages(french, {
  en: async () => (await import('./credentials-words.en.ts')).english,
});

const faultWords = (): Readonly<Record<CredentialFault, string>> => ({
  'terms-missing': signUpStrings.termsMissing,
  missing: strings.signUp.missing,
  'bad-email': strings.signUp.badEmail,
  mismatch: signUpStrings.mismatch,
  password_short: passwordStrings.short,
  password_common: passwordStrings.common,
  password_own: passwordStrings.own,
});

/** Returns a fault as an error of its form. */
export function wordsForFault<Field extends string>(fault: FieldFault<Field> | null): FormError<Field> | null {
  return fault && { field: fault.field, message: faultWords()[fault.why] };
}

/** Returns the message of a failed sign-up, below its heading: the server's words if it sent some. */
export function wordsForSignUpFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return wordsFor(error);
  if (error.code === 'email_taken') return strings.signUp.emailTaken;
  if (error.status === 400) return error.said ?? strings.signUp.emailTaken;
  const said = error.said ?? wordsFor(error);
  if (error.status === 500) return signUpStrings.serverError(said);
  return signUpStrings.otherError(error.status, said);
}

/** Returns why a link from a mail could not be used. */
export function wordsForLinkFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'mail_link_ended') return passwordStrings.linkEnded;
  return wordsFor(error);
}
