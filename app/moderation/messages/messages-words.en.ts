import type { MeasureKind } from '../../../contracts/moderation.ts';
import { plural } from '../../ui/plural.ts';
import type { MessagesWords } from './messages-words.ts';

const texts: MessagesWords['texts'] = {
  hide: (item) => `A site admin has hidden ${item}: only you still see it.`,
  restore: (item) => `A site admin has restored ${item}.`,
  delete: (item) => `A site admin has deleted ${item}.`,
  warn: (item) => `A site admin warns you about ${item}.`,
  suspend: (item) => `A site admin has suspended ${item}.`,
  unsuspend: (item) => `The suspension of ${item} is lifted.`,
  approved: (item) => `The map’s editors have approved ${item}.`,
  refused: (item) => `The map’s editors have declined ${item}.`,
  answered: (item) => `Here is a reply to your remark about ${item}.`,
};

export const english = {
  title: 'Messages',
  fresh: (count: number) => `You have ${plural(count, 'a new message', `${count}\u00a0new messages`)} in “My drops”.`,
  show: 'Read',
  loading: 'Loading your messages',
  failed: (text: string) => `Your messages couldn’t be loaded. ${text}`,
  isNew: 'New',
  of: (moment: string) => `On ${moment}`,
  texts,
  text: (kind: MeasureKind, name: string | null, isMap: boolean) => {
    const item = name === null ? 'your account' : isMap ? `the map “${name}”` : `“${name}”`;
    return texts[kind](item);
  },
  answer: 'Reply',
  answerTo: (name: string) => `Reply: ${name}`,
  answerLead: 'The site’s admins will read your reply. You can reply only once.',
  answerWords: 'Your reply',
  send: 'Send the reply',
  sent: 'Your reply has been sent to the site’s admins.',
  yours: 'Your reply',
  missing: 'Write your reply first.',
} satisfies MessagesWords;
