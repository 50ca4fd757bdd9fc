import { accountCalls } from './account-calls.ts';
import { inviteCalls } from './invite-calls.ts';
import { serviceCalls } from './service-calls.ts';

/** The calls that the app's first screens load. Screens that few people open load theirs themselves. */
export const firstCalls = { ...serviceCalls, ...accountCalls, ...inviteCalls } as const;
