import type { Language, Privilege } from '../../../contracts/vocabulary.ts';
import { english } from './mail-words.en.ts';
import type { MailText } from './mailer.ts';
import { nameInMail } from './name-in-mail.ts';

/** The privileges that a mailed invitation can give. */
export type MailedPrivilege = Exclude<Privilege, 'admin'>;

/**
 * The texts of mails. But for an invitation, whose sender's own address is verified, they contain no text that a person
 * chose: a stranger may sign up with another person's address, and could write anything as the name.
 */
export interface MailWords {
  reset(link: string): MailText;
  made(link: string): MailText;
  verify(link: string): MailText;
  invited(inviter: string, map: string, privilege: MailedPrivilege): (link: string) => MailText;
  /** The daily mail about drops that wait for an approval. */
  waiting(count: number, link: string): MailText;
  /** The mail before an unused account is deleted on that day. */
  unused(end: Date): MailText;
}

/** What an invitation lets its recipient do. */
const INVITED_TO: Readonly<Record<MailedPrivilege, string>> = {
  guest: 'écouter ses histoires',
  drop: 'écouter ses histoires, et y laisser vos propres enregistrements',
  editor: 'écouter ses histoires, y laisser vos propres enregistrements, et modifier la carte',
};

const french: MailWords = {
  reset: (link) => ({
    subject: 'Drop ici : choisir un nouveau mot de passe',
    text: `Bonjour,

Quelqu’un a demandé un nouveau mot de passe pour votre compte Drop ici. Pour en choisir un, ouvrez ce lien dans l’heure ; il ne sert qu’une fois :

${link}

Vos sessions seront alors toutes fermées, sur tous vos appareils, et vos clés d’accès retirées. Si la demande ne vient pas de vous, ne faites rien : votre mot de passe reste le même.

Drop ici
`,
  }),
  made: (link) => ({
    subject: 'Drop ici : votre compte vous attend',
    text: `Bonjour,

Un compte Drop ici a été créé pour vous, avec cette adresse. Pour choisir votre mot de passe, ouvrez ce lien dans les sept jours ; il ne sert qu’une fois :

${link}

Si vous n’attendiez pas ce compte, ne faites rien : personne ne peut s’en servir sans ce lien.

Drop ici
`,
  }),
  verify: (link) => ({
    subject: 'Drop ici : confirmer votre adresse',
    text: `Bonjour,

Un compte Drop ici a été créé avec cette adresse. Pour confirmer qu’elle est la vôtre, ouvrez ce lien dans les sept jours :

${link}

Si vous n’avez pas créé de compte, ne faites rien.

Drop ici
`,
  }),
  invited: (inviter, map, privilege) => (link) => ({
    subject: 'Drop ici : une invitation',
    text: `Bonjour,

${nameInMail(inviter)} vous invite sur la carte « ${nameInMail(map)} » de Drop ici : des histoires à écouter là où elles se passent. Vous pourrez ${INVITED_TO[privilege]}.

Pour rejoindre la carte, ouvrez ce lien dans les trente jours :

${link}

Si vous n’attendiez pas cette invitation, ne faites rien : ces noms sont ceux que cette personne a choisis.

Drop ici
`,
  }),
  waiting: (count, link) => ({
    subject: `Drop ici : ${count === 1 ? '1 drop attend' : `${count} drops attendent`} votre validation`,
    text: `Bonjour,

${count === 1 ? 'Un drop attend' : `${count} drops attendent`} votre validation sur vos cartes. Pour ${count === 1 ? 'l’écouter' : 'les écouter'}, puis publier ou refuser :

${link}

Ce mail vient une fois par jour au plus, tant qu’un drop attend. Pour ne plus le recevoir, ouvrez cette même page et désactivez « Un mail par jour ».

Drop ici
`,
  }),
  unused: (end) => ({
    subject: 'Drop ici : votre compte sera bientôt supprimé',
    text: `Bonjour,

Votre compte Drop ici n’a pas servi depuis près de trois ans. Comme l’annoncent les conditions d’utilisation, il sera supprimé avec vos données le ${end.toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' })}. Vos drops sur des cartes qui ont d’autres membres y resteront, sans votre nom.

Pour garder votre compte, connectez-vous avant cette date. Vous pourrez aussi y télécharger vos données, ou supprimer vous-même votre compte : « Mon Profil », puis « Mes données ».

Drop ici
`,
  }),
};

/** The texts of mails by the recipient's language. */
export const mailWords: Readonly<Record<Language, MailWords>> = { fr: french, en: english };

/** The mail by which an operator tests the mail server. */
export const TRIAL_MAIL: MailText = {
  subject: 'Drop ici : courrier d’essai',
  text: `Bonjour,

Ce courrier montre que Drop ici peut en envoyer. La personne qui fait fonctionner ce service l’a demandé ; vous n’avez rien à faire.

Drop ici
`,
};
