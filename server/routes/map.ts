import type { ParcoursBook } from '../domain/parcours.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about parcours. */
export function registerMapRoutes(handle: Handle, parcours: ParcoursBook): void {
  handle('createParcours', async ({ caller, body }) => ({ newParcours: await parcours.create(caller, body) }));
  handle('listParcours', async ({ caller }) => parcours.list(caller));
}
