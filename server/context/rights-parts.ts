import { createSendMail } from '../domain/mail/mailer.ts';
import { type Consents, createConsents } from '../domain/rights/consents.ts';
import { createErasures, type Erasures } from '../domain/rights/erasures.ts';
import { createExports, type Exports } from '../domain/rights/exports.ts';
import { createRetention, type Retention } from '../domain/rights/retention.ts';
import type { AccountParts } from './account-parts.ts';
import { describeMailFailure } from './log-reports.ts';
import type { MediaParts } from './media-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for people's rights to their own data. */
export interface RightsParts {
  readonly consents: Consents;
  readonly exports: Exports;
  readonly erasures: Erasures;
}

/** Creates the parts for people's rights, and the retention of accounts. */
export function createRightsParts(
  { config, log, clock }: ContextBase,
  { database, files, erased, played }: OpenedData,
  { passwords, mailCounts }: AccountParts,
  { resumable }: MediaParts,
): RightsParts & { readonly retention: Retention } {
  const erasures = createErasures({
    database,
    erased,
    played,
    passwords,
    removeParts: resumable.removeParts,
    onFailure: (error) => log.error({ err: error }, 'an erasure is not complete'),
    clock,
  });
  return {
    consents: createConsents(database, clock),
    exports: createExports(database, files, clock),
    erasures,
    retention: createRetention({
      database,
      retire: erasures.retire,
      sendMail: config.mail === null ? null : createSendMail(config.mail, mailCounts),
      onFailure: (error, accountId) => {
        log.warn({ ...describeMailFailure(error), accountId }, 'no warning before the end of an account');
      },
      clock,
    }),
  };
}
