import type { Privilege } from '../../contracts/vocabulary.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const PURPOSES: Record<Exclude<Privilege, 'guest'>, (map: string) => string> = {
  drop: (map) => `Pour déposer des drops sur «\u00a0${map}\u00a0», il faut un compte.`,
  editor: (map) => `Pour modifier «\u00a0${map}\u00a0», il faut un compte.`,
  admin: (map) => `Pour gérer «\u00a0${map}\u00a0», il faut un compte.`,
};

const frenchGuestStrings = {
  name: 'Invité',
  needed: 'Il vous faut un compte',
  /** Why an invitation requires an account; one for guests does not. */
  reason: (map: string, privilege: Privilege): string =>
    privilege === 'guest' ? `Vous pouvez écouter «\u00a0${map}\u00a0» avec ou sans compte.` : PURPOSES[privilege](map),
  from: (inviter: string) => `Invitation de ${inviter}.`,
  waits: 'Votre invitation vous attend\u00a0: vous y arrivez dès la connexion.',
  follows: 'Vos cartes et ce que vous avez écouté vous suivent.',
  signUp: 'Créer un compte',
  orLogIn: 'Vous en avez déjà un\u00a0? Connectez-vous\u00a0:',
  logIn: 'Se connecter',
  later: 'Plus tard',
  listen: 'Écouter sans compte',
  stay: 'Continuer en invité',
  end: 'Terminer la visite et tout effacer ici',
  left: 'Ce que vous aviez en invité n’a pas pu être repris. Rouvrez son lien pour y revenir.',
  comesLater: 'Vos cartes d’invité suivront dès que le réseau le permet.',
} as const;

const frenchVisitEnded = {
  title: 'Votre visite est terminée',
  lead: 'Ce navigateur ne donne plus accès aux cartes que vous écoutiez en invité.',
  open: 'Ouvrez de nouveau le lien d’invitation, s’il est encore valable.',
  ask: 'Sinon, demandez un nouveau lien à la personne qui vous avait envoyé le premier.',
  account: 'Avec un compte, les cartes que vous rejoindrez resteront à vous, sur tous vos appareils.',
} as const;

const french = { guestStrings: frenchGuestStrings, visitEnded: frenchVisitEnded };
export type GuestsWords = WordsOf<typeof french>;

/** The words for guests: why an account is needed, how a visit continues with one, and what to do when it has ended. */
export const { guestStrings, visitEnded } = inLanguages(french, {
  en: async () => (await import('./guests-words.en.ts')).english,
});
