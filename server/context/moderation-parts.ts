import { createSendMail } from '../domain/mail/mailer.ts';
import { createApprovalMails } from '../domain/moderation/approval-mails.ts';
import { createApprovals } from '../domain/moderation/approvals.ts';
import { createDeletedItems } from '../domain/moderation/deleted-items.ts';
import { createMeasures } from '../domain/moderation/measures.ts';
import { createMessages } from '../domain/moderation/messages.ts';
import { createOpenParcours, createQueue } from '../domain/moderation/moderation-queue.ts';
import { createRemarks } from '../domain/moderation/remarks.ts';
import { createReports } from '../domain/moderation/reports.ts';
import type { AccountParts } from './account-parts.ts';
import { boundsOf, type SharedQueues } from './content-parts.ts';
import { describeMailFailure } from './log-reports.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for reports, approvals, the measures of the site's admins, and deleted items. */
export type ModerationParts = ReturnType<typeof createModerationParts>;

/** Creates the parts for moderation. */
export function createModerationParts(
  { config, log, clock }: ContextBase,
  { database, links, played }: OpenedData,
  { takeListTurn }: SharedQueues,
  { mailCounts }: AccountParts,
) {
  return {
    reports: createReports(database, clock),
    remarks: createRemarks(database, clock),
    measures: createMeasures(database, clock),
    messages: createMessages(database, clock),
    queue: createQueue(database, links),
    openParcours: createOpenParcours(database, links, takeListTurn, clock),
    approvals: createApprovals(database, links, takeListTurn, clock),
    approvalMails: createApprovalMails({
      database,
      sendMail: config.mail === null ? null : createSendMail(config.mail, mailCounts),
      publicUrl: config.mail?.publicUrl ?? '',
      onFailure: (error, accountId) => log.warn({ ...describeMailFailure(error), accountId }, 'no approval mail'),
      clock,
    }),
    deleted: createDeletedItems(database, played, boundsOf({ config }), clock),
  };
}
