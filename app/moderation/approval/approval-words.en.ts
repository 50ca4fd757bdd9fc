import { plural } from '../../ui/plural.ts';
import type { ApprovalWords } from './approval-words.ts';

export const english = {
  lead: 'Listen to each drop, then publish or decline it. Its author is told.',
  none: 'Nothing to approve',
  noneHint: 'The drops that wait for your approval, on all your maps, will appear here.',
  part: 'Approval of drops',
  switch: 'Approve drops before they are published',
  switchHint: 'What other members drop waits for the approval of an editor or admin of the map.',
  waiting: (count: number) => `${count} waiting`,
  count: (count: number) => `${count}\u00a0${plural(count, 'drop', 'drops')} to approve`,
  loading: 'Loading the waiting drops',
  failed: (text: string) => `The waiting drops couldn’t be loaded. ${text}`,
  by: (author: string, moment: string) => `By ${author}, on ${moment}`,
  noAuthor: 'a deleted account',
  noAudio: 'Without audio',
  showOne: (name: string) => `See on the map: ${name}`,
  approve: 'Approve',
  approveOne: (name: string) => `Approve “${name}”`,
  refuse: 'Decline',
  refuseOne: (name: string) => `Decline “${name}”`,
  refuseLead: 'Its author is told, and is the only one who still sees it. If they correct it, it comes to you again.',
  mails: 'One email a day',
  mailsHint: 'At most one a day, to your verified address, as long as drops wait for your approval.',
  words: 'Reason (optional)',
  approved: (name: string) => `“${name}” is published.`,
  refused: (name: string) => `“${name}” is declined.`,
} satisfies ApprovalWords;
