import { INVITE_DAYS } from '../../../contracts/limits.ts';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { privilegeStrings } from '../../parcours/privilege-words.ts';
import { titles } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  limits: {
    title: 'Édition',
    tools: (privilege: Privilege) =>
      `Vous êtes ${privilegeStrings[privilege]} de cette carte, mais votre compte ne permet pas encore les outils d’édition.`,
    information: (privilege: Privilege) =>
      `Vous êtes ${privilegeStrings[privilege]} de cette carte, mais votre compte ne permet pas encore d’en modifier les informations.`,
    guest: 'Vous visitez en invité\u00a0: créez d’abord un compte.',
    signUp: 'Créer un compte',
    member: (name: string, privilege: Privilege) =>
      `${name} est ${privilegeStrings[privilege]} de cette carte, mais son compte ne permet pas encore les outils d’édition.`,
    chosen: (name: string, privilege: Privilege) =>
      `${name} sera ${privilegeStrings[privilege]} de cette carte, mais son compte ne permet pas encore les outils d’édition.`,
    advice: (name: string) =>
      `${name} peut les demander à un administrateur du site, depuis les réglages de la carte (MAP SETTINGS).`,
    adviceForGuest: (name: string) => `${name} visite en invité\u00a0: il lui faut d’abord un compte.`,
    row: 'sans outils d’édition',
  },
  creator: {
    title: 'Vous serez Admin de la carte',
    lead: 'Certains droits dépendent aussi de votre compte.',
  },
  abilities: {
    can: 'Votre compte permet de\u00a0:',
    lacks: 'Un compte éditeur permettrait aussi de\u00a0:',
    drop: 'déposer des audios sur la carte',
    manage: 'gérer les membres et leurs droits, supprimer la carte',
    edit: 'modifier le nom, la description et l’image de la carte',
    tools: 'dessiner et modifier les lieux de la carte (Editor tools)',
    invite: (privileges: readonly Privilege[]) => `inviter en tant ${queOneOf(privileges)}`,
  },
  request: {
    ask: 'Demander à un administrateur',
    again: 'Demander à nouveau',
    title: 'Demander les outils d’édition',
    lead: 'Un administrateur du site verra votre nom, votre adresse email, la carte et vos droits sur elle.',
    leadWithoutMap: 'Un administrateur du site verra votre nom et votre adresse email.',
    words: 'Quelques mots (facultatif)',
    send: 'Envoyer la demande',
    sentNotice: 'La demande est envoyée.',
    sent: (moment: string) => `Demande envoyée le ${moment}. La réponse s’affichera ici.`,
    refused: (moment: string) => `Demande refusée le ${moment}.`,
    againFrom: (day: string) => `Vous pourrez demander à nouveau à partir du ${day}.`,
    granted: 'Votre compte permet maintenant les outils d’édition.',
    loading: 'Recherche de votre demande',
    failed: (text: string) => `Votre demande n’a pas pu être retrouvée. ${text}`,
    noAdmin: (contact: string | null) =>
      contact === null
        ? 'Ce site n’a pas encore d’administrateur\u00a0: adressez-vous à la personne qui l’a installé. Votre demande attendra.'
        : `Ce site n’a pas encore d’administrateur\u00a0: écrivez à ${contact}. Votre demande attendra.`,
  },
  requests: {
    get title() {
      return titles.requests;
    },
    waiting: (count: number) => `${count} en attente`,
    lead: 'Accorder donne au compte les outils d’édition, sur toutes les cartes dont cette personne est membre.',
    loading: 'Chargement des demandes',
    failed: (text: string) => `Les demandes n’ont pas pu être chargées. ${text}`,
    none: 'Aucune demande en attente',
    noneHint: 'Qui demande les outils d’édition apparaît ici, avec sa carte et ses droits sur elle.',
    asked: (moment: string) => `Demandé le ${moment}`,
    member: (privilege: Privilege, since: string) => `${privilegeStrings[privilege]}, membre depuis le ${since}`,
    left: 'N’en est plus membre',
    noMap: 'Sans carte précise',
    map: (name: string) => `Pour «\u00a0${name}\u00a0»`,
    grant: 'Accorder',
    grantOne: (name: string) => `Accorder à ${name}`,
    refuse: 'Refuser',
    refuseOne: (name: string) => `Refuser à ${name}`,
    granted: (name: string) => `${name} peut maintenant utiliser les outils d’édition.`,
    refused: (name: string) => `La demande de ${name} est refusée.`,
    answeredByOther: 'Quelqu’un d’autre a déjà répondu à cette demande.',
    refusal: (name: string) => `Refuser la demande de ${name}`,
    refusalLead: (days: number) => `Cette personne pourra demander à nouveau dans ${days}\u00a0jours.`,
    reason: 'Raison (facultative)',
    more: (count: number) =>
      plural(
        count,
        'Une autre demande suivra quand celles-ci auront leur réponse.',
        `${count}\u00a0autres demandes suivront quand celles-ci auront leur réponse.`,
      ),
  },
  guide: {
    title: 'Que permettent ces droits\u00a0?',
    account:
      'Ces droits valent sur cette carte. Les outils d’édition demandent en plus un compte éditeur, que donne un administrateur du site.',
  },
  invite: {
    forOne: `Ce lien sert à une seule personne, dans les ${INVITE_DAYS.admin}\u00a0jours.`,
    needsAccount:
      'Les outils d’édition demandent en plus un compte éditeur\u00a0: un compte nouveau peut le demander à un administrateur du site.',
    limitedByRole: (role: Role, privileges: readonly Privilege[]) =>
      role === 'editor'
        ? `Seul un administrateur du site invite en tant ${queOneOf(privileges)}.`
        : `Votre compte ne permet pas encore d’inviter en tant ${queOneOf(privileges)}.`,
    limitedByPrivilege: (privileges: readonly Privilege[]) =>
      `Vos droits sur la carte ne permettent pas d’inviter en tant ${queOneOf(privileges)}.`,
  },
} as const;

export type RolesWords = WordsOf<typeof french>;

/** The words about roles and privileges: what they allow, what an account doesn't allow, and asking for more. */
export const roleStrings = inLanguages(french, { en: async () => (await import('./roles-words.en.ts')).english });

/** Formats 'que Guest ou Fellow Dropper', 'qu’Editor'. */
function queOneOf(privileges: readonly Privilege[]): string {
  // Created here, because that takes 10 ms of a start.
  const list = new Intl.ListFormat('fr', { type: 'disjunction' });
  const names = list.format(privileges.map((privilege) => privilegeStrings[privilege]));
  return /^[AEIOU]/.test(names) ? `qu’${names}` : `que ${names}`;
}
