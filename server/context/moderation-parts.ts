import { type Approvals, createApprovals } from '../domain/moderation/approvals.ts';
import { createDeletedItems, type DeletedItems } from '../domain/moderation/deleted-items.ts';
import { createMeasures, type Measures } from '../domain/moderation/measures.ts';
import { createMessages, type Messages } from '../domain/moderation/messages.ts';
import {
  createOpenParcours,
  createQueue,
  type OpenParcours,
  type Queue,
} from '../domain/moderation/moderation-queue.ts';
import { createReports, type Reports } from '../domain/moderation/reports.ts';
import { boundsOf, type SharedQueues } from './content-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for reports, approvals, the measures of the site's admins, and deleted items. */
export interface ModerationParts {
  readonly reports: Reports;
  readonly measures: Measures;
  readonly messages: Messages;
  readonly queue: Queue;
  readonly openParcours: OpenParcours;
  readonly approvals: Approvals;
  readonly deleted: DeletedItems;
}

/** Creates the parts for moderation. */
export function createModerationParts(
  { config, clock }: ContextBase,
  { database, links, played }: OpenedData,
  { takeListTurn }: SharedQueues,
): ModerationParts {
  return {
    reports: createReports(database, clock),
    measures: createMeasures(database, clock),
    messages: createMessages(database, clock),
    queue: createQueue(database, links),
    openParcours: createOpenParcours(database, links, takeListTurn, clock),
    approvals: createApprovals(database, links, takeListTurn, clock),
    deleted: createDeletedItems(database, played, boundsOf({ config }), clock),
  };
}
