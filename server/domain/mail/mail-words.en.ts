import type { MailedPrivilege, MailWords } from './mail-words.ts';
import { nameInMail } from './name-in-mail.ts';

const INVITED_TO: Readonly<Record<MailedPrivilege, string>> = {
  guest: 'listen to its stories',
  drop: 'listen to its stories, and leave your own recordings there',
  editor: 'listen to its stories, leave your own recordings there, and edit the map',
};

export const english = {
  reset: (link) => ({
    subject: 'Drop ici: choose a new password',
    text: `Hello,

Somebody has asked for a new password for your Drop ici account. To choose one, open this link within the hour; it works only once:

${link}

You will then be logged out on all your devices, and your passkeys will be removed. If you didn’t ask for this, do nothing: your password stays the same.

Drop ici
`,
  }),
  made: (link) => ({
    subject: 'Drop ici: your account is waiting for you',
    text: `Hello,

A Drop ici account was created for you, with this address. To choose your password, open this link within seven days; it works only once:

${link}

If you weren’t expecting this account, do nothing: nobody can use it without this link.

Drop ici
`,
  }),
  verify: (link) => ({
    subject: 'Drop ici: confirm your address',
    text: `Hello,

A Drop ici account was created with this address. To confirm that it is yours, open this link within seven days:

${link}

If you didn’t create an account, do nothing.

Drop ici
`,
  }),
  invited: (inviter, map, privilege) => (link) => ({
    subject: 'Drop ici: an invitation',
    text: `Hello,

${nameInMail(inviter)} invites you to the map “${nameInMail(map)}” on Drop ici: stories to hear where they happen. You will be able to ${INVITED_TO[privilege]}.

To join the map, open this link within thirty days:

${link}

If you weren’t expecting this invitation, do nothing: these names are the ones that this person chose.

Drop ici
`,
  }),
  waiting: (count, link) => ({
    subject: `Drop ici: ${count === 1 ? '1 drop waits' : `${count} drops wait`} for your approval`,
    text: `Hello,

${count === 1 ? 'A drop waits' : `${count} drops wait`} for your approval on your maps. To listen to ${count === 1 ? 'it' : 'them'}, then publish or decline:

${link}

This email comes once a day at most, as long as a drop waits. To stop it, open the same page and switch off “One email a day”.

Drop ici
`,
  }),
  unused: (end) => ({
    subject: 'Drop ici: your account will soon be deleted',
    text: `Hello,

Your Drop ici account hasn’t been used for almost three years. As the terms of use say, it will be deleted with your data on ${end.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/Paris' })}. Your drops on maps that have other members will stay there, without your name.

To keep your account, log in before that date. You can then also download your data, or delete your account yourself: “My profile”, then “My data”.

Drop ici
`,
  }),
} satisfies MailWords;
