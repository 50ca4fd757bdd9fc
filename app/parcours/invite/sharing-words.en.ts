import type { Privilege } from '../../../contracts/vocabulary.ts';
import { plural } from '../../ui/plural.ts';
import { privilegeStrings } from '../privilege-words.ts';
import type { SharingWords } from './sharing-words.ts';

export const english = {
  label: 'Name of the link (optional)',
  labelHint:
    'To recognise it later, for example “Year 5 class”. It is on the printed sheet; guests don’t see it elsewhere.',
  linkOf: (label: string) => `Invitation link: ${label}`,
  another: 'Create another link',
  showLink: 'Link',
  showLinkOf: (name: string) => `Link and QR code: ${name}`,
  uses: (count: number, lastDay: string | null) => {
    if (count === 0 || lastDay === null) return 'not used yet';
    return count === 1 ? `used by 1\u00a0person, on ${lastDay}` : `${count}\u00a0people, the last on ${lastDay}`;
  },
  noLink: 'This link is older than stored links: it still works, but can no longer be shown.',
  qrTitle: (map: string, privilege: Privilege) =>
    privilege === 'guest' ? `Listen to “${map}”` : `${privilegeStrings[privilege]} invitation: ${map}`,
  qrHint: 'To scan with a phone’s camera.',
  qrSvg: 'SVG\u00a0image',
  qrPng: 'PNG\u00a0image',
  qrFailed: 'The image couldn’t be made. Take the SVG image.',
  print: 'Print',
  sheet: {
    guest: 'Scan this code with your phone’s camera and listen: nothing to install, no account to create.',
    others: 'Scan this code with your phone’s camera, then create an account to take part.',
    moreSteps: (count: number) => plural(count, 'and one other stop', `and ${count} other stops`),
    or: 'Or open this address:',
  },
} satisfies SharingWords;
