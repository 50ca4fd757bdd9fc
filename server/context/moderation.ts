import type { Clock } from '../domain/clock.ts';
import type { FairQueue } from '../domain/fair-queue.ts';
import type { MediaLinks } from '../domain/media/media-links.ts';
import { type Approvals, createApprovals } from '../domain/moderation/approvals.ts';
import { createMeasures, type Measures } from '../domain/moderation/measures.ts';
import { createMessages, type Messages } from '../domain/moderation/messages.ts';
import {
  createOpenParcours,
  createQueue,
  type OpenParcours,
  type Queue,
} from '../domain/moderation/moderation-queue.ts';
import { createReports, type Reports } from '../domain/moderation/reports.ts';
import type { Database } from '../store/database.ts';

/** The parts for reports, approvals, and the measures of the site's admins. */
export interface ModerationParts {
  readonly reports: Reports;
  readonly measures: Measures;
  readonly messages: Messages;
  readonly queue: Queue;
  readonly openParcours: OpenParcours;
  readonly approvals: Approvals;
}

/** Creates the parts for moderation. */
export function createModerationParts(
  database: Database,
  links: MediaLinks,
  takeListTurn: FairQueue,
  clock: Clock,
): ModerationParts {
  return {
    reports: createReports(database, clock),
    measures: createMeasures(database, clock),
    messages: createMessages(database, clock),
    queue: createQueue(database, links),
    openParcours: createOpenParcours(database, links, takeListTurn, clock),
    approvals: createApprovals(database, links, takeListTurn, clock),
  };
}
