import type { Role } from '../../contracts/vocabulary.ts';
import { formatSize } from '../ui/number-words.ts';
import type { AccountWords } from './account-words.ts';

const roleNames: AccountWords['roleNames'] = {
  admin: 'Admin',
  editor: 'Editor',
  user: 'User',
  guest: 'Guest',
};

export const english = {
  roleNames,
  accountStrings: {
    search: 'Name or email',
    columns: {
      name: 'Name',
      role: 'Role',
      maps: 'Maps',
      bytes: 'Storage',
      used: 'Last used',
      created: 'Created',
      acts: 'Actions',
    },
    never: 'Never logged in',
    unverified: 'Address not verified',
    stored: (bytes: number, most: number, isOwn: boolean) =>
      `${formatSize(bytes)} of ${formatSize(most)}${isOwn ? ' (set for this account)' : ''}`,
    options: (name: string) => `Options for ${name}`,
    auditLog: 'See their log',
    role: {
      change: 'Change the role',
      of: (name: string) => `${name}’s role`,
      texts: {
        admin: 'Manages all accounts and all maps of the site.',
        editor: 'Can draw, edit and organise the maps that they are a member of.',
        user: 'Can create maps and leave drops there.',
      },
      lead: 'The change applies at once and is written to the log.',
      lowersYou: 'You will no longer be able to open the administration.',
      last: 'This is the site’s only admin: appoint another one first.',
      save: 'Save',
      done: (name: string, role: Role) => `${name}: ${roleNames[role]}.`,
    },
    link: {
      send: 'Password link',
      question: (name: string, email: string, sendsMail: boolean) =>
        sendsMail
          ? {
              title: `Send ${name} a link?`,
              description: `An email to ${email} will let them choose a password. Until it is used, nothing changes.`,
              confirm: 'Send the link',
            }
          : {
              title: `Make a link for ${name}?`,
              description:
                'This site doesn’t send emails: you will pass on the link yourself, as long as this account has no password yet.',
              confirm: 'Make the link',
            },
      sent: (email: string) => `The link is on its way to ${email}.`,
      noMail: 'This site doesn’t send emails. Whoever installed it can give a link with the command “reset-link”.',
      passOn: (name: string) => `Link for ${name}`,
      passOnLead:
        'This site doesn’t send emails: pass on this link yourself, which lets them choose the password. It works once, within seven days.',
      field: 'Link',
      copy: 'Copy the link',
      copied: 'Copied',
      copyFailed: 'Copying didn’t work: select the link.',
    },
    verify: {
      act: 'Verify the address',
      question: (email: string) => ({
        title: 'Verify this address?',
        description: `You vouch that ${email} is this person’s address.`,
        confirm: 'Mark as verified',
      }),
      done: (email: string) => `${email} is verified.`,
    },
    make: {
      open: 'Create an account',
      title: 'Create an account',
      lead: (sendsMail: boolean) =>
        sendsMail
          ? 'The person gets an email with a link, and chooses their own password.'
          : 'You get a link to pass on to the person, who will choose their own password.',
      name: 'Name',
      email: 'Email',
      role: 'Role',
      noName: 'Give a name.',
      badEmail: 'Give an email address.',
      taken: 'This address already has an account.',
      save: 'Create the account',
      done: (name: string) => `${name}’s account is created.`,
    },
  },
} satisfies AccountWords;
