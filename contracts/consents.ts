import * as z from 'zod/mini';
import { TermsVersion } from './terms.ts';

/** What people consent to: the terms, recording their voice, using their position. */
export const ConsentKind = z.enum(['terms', 'voice', 'position']);
export type ConsentKind = z.infer<typeof ConsentKind>;

/** Body of a consent, with the version of the terms that was shown. */
export const NewConsent = z.object({ kind: ConsentKind, version: TermsVersion });
export type NewConsent = z.infer<typeof NewConsent>;

/** The caller's consents, oldest first, whether their visits may be counted, and whether they want mails about drops that wait. */
export const Choices = z.object({
  consents: z.array(
    z.object({
      kind: ConsentKind,
      version: z.string(),
      /** ISO 8601 in UTC. */
      givenAt: z.string(),
    }),
  ),
  statistics: z.boolean(),
  approvalMails: z.boolean(),
});
export type Choices = z.infer<typeof Choices>;
