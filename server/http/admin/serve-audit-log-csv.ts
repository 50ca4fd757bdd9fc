import { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import { AuditFilter } from '../../../contracts/audit-entry.ts';
import { type AuditLog, formatAuditLogCsv } from '../../domain/audit-log/read-audit-log.ts';
import { type Clock, stamp } from '../../domain/clock.ts';
import type { Admit } from '../admission.ts';
import { faultsOf, invalidRequest } from '../faults.ts';
import { sendStream } from '../send-stream.ts';

/** Sends the audit log as a CSV file, row by row as fast as the connection takes them. */
export function serveAuditLogCsv(auditLog: AuditLog, admit: Admit, clock: Clock): RequestHandler {
  return async (request, response) => {
    const caller = await admit(request);
    const filter = AuditFilter.safeParse(request.query);
    if (!filter.success) throw invalidRequest(faultsOf(filter.error));
    const entries = await auditLog.export(caller, filter.data);
    response.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="journal-${stamp(clock).slice(0, 10)}.csv"`,
      'Cache-Control': 'no-store',
    });
    await sendStream(Readable.from(formatAuditLogCsv(entries)), response);
  };
}
