import { INVITE_DAYS } from '../../../contracts/limits.ts';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { privilegeStrings } from '../../parcours/privilege-words.ts';
import { titles } from '../../ui/common-words.ts';
import { plural } from '../../ui/plural.ts';
import type { RolesWords } from './roles-words.ts';

export const english = {
  limits: {
    title: 'Editing',
    tools: (privilege: Privilege) =>
      `You are ${privilegeStrings[privilege]} of this map, but your account doesn’t allow the editor tools yet.`,
    information: (privilege: Privilege) =>
      `You are ${privilegeStrings[privilege]} of this map, but your account doesn’t allow changing its information yet.`,
    guest: 'You’re visiting as a guest: create an account first.',
    signUp: 'Create an account',
    member: (name: string, privilege: Privilege) =>
      `${name} is ${privilegeStrings[privilege]} of this map, but their account doesn’t allow the editor tools yet.`,
    chosen: (name: string, privilege: Privilege) =>
      `${name} will be ${privilegeStrings[privilege]} of this map, but their account doesn’t allow the editor tools yet.`,
    advice: (name: string) => `${name} can ask a site admin for them, in the map’s settings (MAP SETTINGS).`,
    adviceForGuest: (name: string) => `${name} is visiting as a guest: they need an account first.`,
    row: 'no editor tools',
  },
  creator: {
    title: 'You will be the map’s Admin',
    lead: 'Some rights also depend on your account.',
  },
  abilities: {
    can: 'Your account allows you to:',
    lacks: 'An editor account would also allow you to:',
    drop: 'drop audio on the map',
    manage: 'manage the members and their rights, delete the map',
    edit: 'change the map’s name, description and image',
    tools: 'draw and change the map’s places (Editor tools)',
    invite: (privileges: readonly Privilege[]) => `invite people as ${oneOf(privileges)}`,
  },
  request: {
    ask: 'Ask an admin',
    again: 'Ask again',
    title: 'Ask for the editor tools',
    lead: 'A site admin will see your name, your email address, the map and your rights on it.',
    leadWithoutMap: 'A site admin will see your name and your email address.',
    words: 'A few words (optional)',
    send: 'Send the request',
    sentNotice: 'The request has been sent.',
    sent: (moment: string) => `Request sent on ${moment}. The answer will appear here.`,
    refused: (moment: string) => `Request declined on ${moment}.`,
    againFrom: (day: string) => `You can ask again from ${day}.`,
    granted: 'Your account now allows the editor tools.',
    loading: 'Looking for your request',
    failed: (text: string) => `Your request couldn’t be found. ${text}`,
    noAdmin: (contact: string | null) =>
      contact === null
        ? 'This site has no admin yet: turn to the person who installed it. Your request will wait.'
        : `This site has no admin yet: write to ${contact}. Your request will wait.`,
  },
  requests: {
    get title() {
      return titles.requests;
    },
    waiting: (count: number) => `${count} waiting`,
    lead: 'Granting gives the account the editor tools, on all maps of which this person is a member.',
    loading: 'Loading the requests',
    failed: (text: string) => `The requests couldn’t be loaded. ${text}`,
    none: 'No request is waiting',
    noneHint: 'People who ask for the editor tools appear here, with their map and their rights on it.',
    asked: (moment: string) => `Asked on ${moment}`,
    member: (privilege: Privilege, since: string) => `${privilegeStrings[privilege]}, member since ${since}`,
    left: 'No longer a member',
    noMap: 'For no particular map',
    map: (name: string) => `For “${name}”`,
    grant: 'Grant',
    grantOne: (name: string) => `Grant it to ${name}`,
    refuse: 'Decline',
    refuseOne: (name: string) => `Decline ${name}’s request`,
    granted: (name: string) => `${name} can now use the editor tools.`,
    refused: (name: string) => `${name}’s request is declined.`,
    answeredByOther: 'Somebody else has already answered this request.',
    refusal: (name: string) => `Decline ${name}’s request`,
    refusalLead: (days: number) => `This person can ask again in ${days}\u00a0days.`,
    reason: 'Reason (optional)',
    more: (count: number) =>
      plural(
        count,
        'One more request will follow once these are answered.',
        `${count}\u00a0more requests will follow once these are answered.`,
      ),
  },
  guide: {
    title: 'What do these rights allow?',
    account:
      'These rights apply to this map. The editor tools also require an editor account, which a site admin gives.',
  },
  invite: {
    forOne: `This link works for one person, within ${INVITE_DAYS.admin}\u00a0days.`,
    needsAccount: 'The editor tools also require an editor account: a new account can ask a site admin for it.',
    limitedByRole: (role: Role, privileges: readonly Privilege[]) =>
      role === 'editor'
        ? `Only a site admin invites people as ${oneOf(privileges)}.`
        : `Your account doesn’t allow you to invite people as ${oneOf(privileges)} yet.`,
    limitedByPrivilege: (privileges: readonly Privilege[]) =>
      `Your rights on the map don’t allow you to invite people as ${oneOf(privileges)}.`,
  },
} satisfies RolesWords;

/** Formats 'Guest or Fellow Dropper'. */
function oneOf(privileges: readonly Privilege[]): string {
  // Created here, because that takes 10 ms of a start.
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  return list.format(privileges.map((privilege) => privilegeStrings[privilege]));
}
