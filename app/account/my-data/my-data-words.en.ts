import type { ConsentKind } from '../../../contracts/consents.ts';
import type { DropsChoice, LostParcours } from '../../../contracts/erasure.ts';
import { titles } from '../../ui/common-words.ts';
import { plural } from '../../ui/plural.ts';
import type { MyDataWords } from './my-data-words.ts';

const CONSENTS: Readonly<Record<ConsentKind, string>> = {
  terms: 'Terms of use',
  voice: 'Recording of your voice',
  position: 'Use of your position',
};

const DROPS: Readonly<Record<DropsChoice, { readonly label: string; readonly hint: string }>> = {
  keep: { label: 'Leave them, without my name', hint: 'People still listen to them, without knowing whose they are.' },
  delete: { label: 'Delete them, too', hint: 'The sound and the place disappear from those maps.' },
};

function count(number: number, one: string, many: string): string {
  return `${number} ${plural(number, one, many)}`;
}

export const english = {
  get title() {
    return titles.myData;
  },
  lead: 'What the server keeps about you is yours: take it with you, or delete it.',
  download: {
    title: 'Download my data',
    text: 'A ZIP file with your account, your maps, your drops and your original sounds. It can be large: Wi-Fi is best.',
    act: 'Download',
    started: 'The download is starting.',
  },
  statistics: {
    title: 'Statistics',
    label: 'Count my visits',
    hint: 'Your logins and the places that you enter help to know which stories people listen to. If you refuse, nothing is counted any more, and what was counted is deleted. What remains are numbers of at least five people, in which nothing points to you.',
  },
  consents: {
    title: 'My consents',
    none: 'None is recorded at the moment.',
    kinds: CONSENTS,
    given: (date: string, version: string) => `on ${date}, terms of ${version}`,
    withdraw: 'To stop giving your position or your voice, withdraw Drop ici’s permission in your browser’s settings.',
  },
  erasure: {
    title: 'Delete my account',
    guestTitle: 'Delete my visit',
    text: 'Your account, your photo, your rights on maps, your invitations and what this device keeps about you disappear for good. Nothing can bring them back afterwards.',
    guestText:
      'Your visit and what this device keeps of it disappear for good. You can come back through an invitation link.',
    open: 'Delete my account…',
    guestOpen: 'Delete my visit…',
    stays:
      'What remains: the image of a map that stays, sounds put into other people’s drops and, for a year, the site’s log without your name. The association’s backups are deleted in time.',
    lost: (maps: number) =>
      plural(
        maps,
        'This map has no other admin. It disappears with its drops:',
        'These maps have no other admin. They disappear with their drops:',
      ),
    lostMap: ({ drops, othersDrops }: LostParcours) =>
      drops === 0
        ? 'no drop'
        : `${count(drops, 'drop', 'drops')}${othersDrops === 0 ? '' : `, ${othersDrops} by other people`}`,
    handOver: 'To keep a map, first make one of its members an admin, in its settings (MAP SETTINGS).',
    elsewhere: (drops: number, maps: number) =>
      `You have ${count(drops, 'drop', 'drops')} on ${count(maps, 'map that stays', 'maps that stay')}. What should happen to ${plural(drops, 'this drop', 'these drops')}?`,
    choices: 'My drops on other maps',
    drops: DROPS,
    password: 'Your password',
    show: 'Show',
    hide: 'Hide',
    email: (address: string) => `Type your address, ${address}`,
    confirm: 'Delete for good',
    stale:
      'In the meantime, a map has lost its other admin: it would disappear, too. Nothing has been deleted. Read again what disappears, then confirm once more.',
    wrongPassword: 'This isn’t your account’s password.',
    wrongEmail: 'This isn’t your account’s address.',
    done: 'Your account has been deleted.',
    guestDone: 'Your visit has been deleted.',
  },
} satisfies MyDataWords;
