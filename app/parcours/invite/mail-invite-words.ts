import { INVITE_MAIL_DAYS, INVITE_MAILS_MAX } from '../../../contracts/limits.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';
import type { AddressList } from './address-list.ts';

const french = {
  open: 'Inviter par mail',
  lead: `Chaque adresse reçoit un mail avec le même lien, valable ${INVITE_MAIL_DAYS}\u00a0jours, que vous pourrez révoquer. Le mail dit votre nom, celui de la carte, et ce qu’on peut y faire. Les adresses ne sont pas conservées.`,
  addresses: 'Adresses email',
  addressesHint: 'Collez votre liste\u00a0: une adresse par ligne, ou séparées par des virgules.',
  describe: ({ read, doubled }: Pick<AddressList, 'read' | 'doubled'>) => {
    const addresses = `${read.length}\u00a0${plural(read.length, 'adresse lue', 'adresses lues')}`;
    return doubled.length === 0 ? addresses : `${addresses}, ${doubled.length}\u00a0en double`;
  },
  wrong: (count: number) => plural(count, 'Ce n’est pas une adresse\u00a0:', 'Ce ne sont pas des adresses\u00a0:'),
  send: (count: number) => plural(count, 'Envoyer l’invitation', `Envoyer ${count}\u00a0invitations`),
  none: 'Collez au moins une adresse.',
  tooMany: (count: number) =>
    `${INVITE_MAILS_MAX}\u00a0adresses au plus à la fois\u00a0: il y en a ${count}. Envoyez en plusieurs fois.`,
  label: (day: string) => `Mail du ${day}`,
  sent: (count: number) => plural(count, 'L’invitation part par mail.', `${count}\u00a0invitations partent par mail.`),
  skipped: (count: number) =>
    plural(
      count,
      'Cette adresse a déjà reçu assez d’invitations aujourd’hui. Réessayez demain, ou donnez-lui un lien.',
      'Ces adresses ont déjà reçu assez d’invitations aujourd’hui. Réessayez demain, ou donnez-leur un lien.',
    ),
  unverified:
    'Vérifiez d’abord votre propre adresse\u00a0: ouvrez le lien que vous recevez, puis revenez ici. Votre liste reste.',
  notYet: 'Votre propre adresse n’est pas encore vérifiée.',
  verify: 'Envoyer le lien de vérification',
  verifyAgain: 'Renvoyer le lien',
  verifySent: (email: string) => `Un message est parti vers ${email}. Ouvrez son lien, puis revenez ici.`,
  noMail: 'Ce site n’envoie pas de mails.',
  enough: 'Vous avez envoyé assez d’invitations pour aujourd’hui. Réessayez demain, ou partagez un lien.',
} as const;

export type MailInviteWords = WordsOf<typeof french>;

/** The words for inviting a list of addresses by mail. */
export const mailInviteStrings = inLanguages(french, {
  en: async () => (await import('./mail-invite-words.en.ts')).english,
});
