import { type Heard, heardCalls } from '../../../contracts/calls/heard-calls.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';

addCalls(heardCalls);

/** Reads what was heard on a parcours. @throws as `call` does */
export function readHeard(parcoursId: ParcoursId): Promise<Heard> {
  return call('readHeard', { params: { mapId: parcoursId } });
}
