import { accountCalls } from './accounts.ts';
import { inviteCalls } from './invites.ts';
import { serviceCalls } from './service.ts';

/** The calls that the app's first screens load. Screens that few people open load theirs themselves. */
export const firstCalls = { ...serviceCalls, ...accountCalls, ...inviteCalls } as const;
