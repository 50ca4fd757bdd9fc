import type { Router } from 'express';
import type { Readiness } from '../domain/upkeep/readiness.ts';
import { READINESS_PATH } from '../http/openapi/other-paths.ts';

/**
 * Registers `GET /readyz`. It is not a call of the contract: its 503 is a report for the operator, not a failure of a
 * call.
 */
export function registerReadiness(router: Router, readiness: () => Promise<Readiness>): void {
  router.get(READINESS_PATH, async (_request, response) => {
    const report = await readiness();
    response
      .status(report.status === 'ready' ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(report);
  });
}
