import { plural } from '../../ui/plural.ts';
import type { RemarkWords } from './remark-words.ts';

export const english = {
  subjects: {
    way: { label: 'The way', hint: 'Roadworks, a closed door, a path that no longer exists.' },
    position: { label: 'The spot', hint: 'The place isn’t where the story says it is.' },
    sound: { label: 'The sound', hint: 'Cut off, too quiet, inaudible.' },
    text: { label: 'The text', hint: 'An error, a typo, a missing picture.' },
    other: { label: 'Something else', hint: 'Anything that its author should know.' },
  },
  send: {
    title: 'Something is wrong here',
    at: (name: string) => `Something is wrong here: ${name}`,
    lead: 'Tell the story’s author and the map’s editors. They won’t know who wrote it.',
    reportLead:
      'Tell the story’s author and the map’s editors. They won’t know who wrote it. If the content itself has no place here, report it instead.',
    subject: 'What is wrong?',
    missing: 'Choose what is wrong.',
    words: 'A few words (optional)',
    submit: 'Send the remark',
    sent: 'Thank you: your remark has been sent.',
    many: 'This place has many remarks already: its authors know.',
    failed: (text: string) => `The remark couldn’t be sent. ${text}`,
  },
  read: {
    title: 'Visitors’ remarks',
    open: (count: number) => `${count}\u00a0${plural(count, 'remark by a visitor', 'remarks by visitors')}`,
    openHint: 'What visitors found wrong on site.',
    loading: 'Loading the remarks',
    failed: (text: string) => `The remarks couldn’t be loaded. ${text}`,
    none: 'No remarks',
    noneHint: 'What visitors tell you on site is shown here.',
    about: (subject: string, moment: string) => `${subject} · ${moment}`,
    show: 'Show on the map',
    showOf: (name: string) => `Show on the map: ${name}`,
    answer: 'Reply',
    answerTo: (name: string) => `Reply to the remark: ${name}`,
    answerLead: 'Your reply goes to the person who wrote the remark, which is then closed.',
    answerWords: 'Your reply',
    answerMissing: 'Write your reply first.',
    submit: 'Reply and close',
    answered: 'Your reply has been sent and the remark is closed.',
    close: 'Close',
    closeOf: (name: string) => `Close the remark: ${name}`,
    closed: 'The remark is closed.',
    closeFailed: (text: string) => `The remark couldn’t be closed. ${text}`,
  },
} satisfies RemarkWords;
