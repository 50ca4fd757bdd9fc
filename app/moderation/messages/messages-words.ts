import type { MeasureKind } from '../../../contracts/moderation.ts';

/** The words of messages to people about their account, drops and maps. */
export const messageStrings = {
  title: 'Messages',
  fresh: (count: number) =>
    count > 1
      ? `Vous avez ${count}\u00a0nouveaux messages sur vos drops.`
      : 'Vous avez un nouveau message sur vos drops.',
  show: 'Lire',
  loading: 'Chargement de vos messages',
  failed: (text: string) => `Vos messages n’ont pas pu être chargés. ${text}`,
  isNew: 'Nouveau',
  of: (moment: string) => `Le ${moment}`,
  text: (kind: MeasureKind, name: string | null, isMap: boolean): string => {
    const thing = name === null ? 'votre compte' : isMap ? `la carte «\u00a0${name}\u00a0»` : `«\u00a0${name}\u00a0»`;
    return texts[kind](thing);
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

const texts: Readonly<Record<MeasureKind, (thing: string) => string>> = {
  hide: (thing) => `Un administrateur du site a masqué ${thing}\u00a0: vous seul le voyez encore.`,
  restore: (thing) => `Un administrateur du site a rétabli ${thing}.`,
  delete: (thing) => `Un administrateur du site a supprimé ${thing}.`,
  warn: (thing) => `Un administrateur du site vous avertit au sujet de ${thing}.`,
  suspend: (thing) => `Un administrateur du site a suspendu ${thing}.`,
  unsuspend: (thing) => `La suspension de ${thing} est levée.`,
  approved: (thing) => `Les éditeurs de la carte ont validé ${thing}.`,
  refused: (thing) => `Les éditeurs de la carte ont refusé ${thing}.`,
};
