import { accountCalls } from './accounts.ts';
import { inviteCalls } from './invites.ts';
import { serviceCalls } from './service.ts';

/** The calls that the app's first screens load. Those of screens that few people open come with those screens. */
export const firstCalls = {
  ...serviceCalls,
  ...accountCalls,
  ...inviteCalls,
} as const;
