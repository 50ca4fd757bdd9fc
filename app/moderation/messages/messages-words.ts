import type { MeasureKind } from '../../../contracts/moderation.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  title: 'Messages',
  fresh: (count: number) =>
    `Vous avez ${plural(count, 'un nouveau message', `${count}\u00a0nouveaux messages`)} dans «\u00a0Mes Drops\u00a0».`,
  show: 'Lire',
  loading: 'Chargement de vos messages',
  failed: (text: string) => `Vos messages n’ont pas pu être chargés. ${text}`,
  isNew: 'Nouveau',
  of: (moment: string) => `Le ${moment}`,
  texts: {
    hide: (item: string) => `Un administrateur du site a masqué ${item}\u00a0: vous seul le voyez encore.`,
    restore: (item: string) => `Un administrateur du site a rétabli ${item}.`,
    delete: (item: string) => `Un administrateur du site a supprimé ${item}.`,
    warn: (item: string) => `Un administrateur du site vous avertit au sujet de ${item}.`,
    suspend: (item: string) => `Un administrateur du site a suspendu ${item}.`,
    unsuspend: (item: string) => `La suspension de ${item} est levée.`,
    approved: (item: string) => `Les éditeurs de la carte ont validé ${item}.`,
    refused: (item: string) => `Les éditeurs de la carte ont refusé ${item}.`,
    answered: (item: string) => `Voici une réponse à votre remarque au sujet de ${item}.`,
  } satisfies Record<MeasureKind, (item: string) => string>,
  text: (kind: MeasureKind, name: string | null, isMap: boolean): string => {
    const item = name === null ? 'votre compte' : isMap ? `la carte «\u00a0${name}\u00a0»` : `«\u00a0${name}\u00a0»`;
    return messageStrings.texts[kind](item);
  },
  answer: 'Répondre',
  answerTo: (name: string) => `Répondre\u00a0: ${name}`,
  answerLead: 'Les administrateurs du site liront votre réponse. Vous pouvez répondre une seule fois.',
  answerWords: 'Votre réponse',
  send: 'Envoyer la réponse',
  sent: 'Votre réponse est envoyée aux administrateurs du site.',
  yours: 'Votre réponse',
  missing: 'Écrivez d’abord votre réponse.',
} as const;

export type MessagesWords = WordsOf<typeof french>;

/** The words of messages to people about their account, drops and maps. */
export const messageStrings = inLanguages(french, { en: async () => (await import('./messages-words.en.ts')).english });
