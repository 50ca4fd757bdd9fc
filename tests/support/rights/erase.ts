import type { DropsChoice } from '../../../contracts/erasure.ts';
import { call } from '../server/api.ts';
import type { Person } from '../server/people.ts';
import type { TestServer } from '../server/server.ts';

/** Deletes somebody's account as the app does: with the maps that the server says would go. */
export async function erase(
  { origin }: Pick<TestServer, 'origin'>,
  { token, password: own }: Person,
  drops: DropsChoice,
  password = own,
): Promise<void> {
  const plan = await call(origin, 'planErasure', {}, token);
  const lost = plan.lost.map(({ id }) => id);
  await call(origin, 'eraseMe', { body: { drops, lost, password } }, token);
}
