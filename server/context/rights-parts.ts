import { createSendMail } from '../domain/mail/mailer.ts';
import { createConsents } from '../domain/rights/consents.ts';
import { createErasures } from '../domain/rights/erasures.ts';
import { createExports } from '../domain/rights/exports.ts';
import { createRetention } from '../domain/rights/retention.ts';
import type { AccountParts } from './account-parts.ts';
import type { SharedQueues } from './content-parts.ts';
import { describeMailFailure } from './log-reports.ts';
import type { MediaParts } from './media-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** Creates the parts for people's rights, and the retention of accounts. */
export function createRightsParts(
  { config, log, clock }: ContextBase,
  { database, files, erased, played }: OpenedData,
  { passwords, mailCounts }: AccountParts,
  { resumable }: MediaParts,
  { takeExportTurn }: Pick<SharedQueues, 'takeExportTurn'>,
) {
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
    exports: createExports(database, files, takeExportTurn, clock),
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
