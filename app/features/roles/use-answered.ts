import { useState } from 'react';
import type { RoleAnswer, RoleRequest } from '../../../contracts/roles/role-request.ts';
import type { RoleRequestId } from '../../../contracts/vocabulary.ts';
import { answerRoleRequest } from '../../state/session/role-requests.ts';
import { roleStrings } from '../../words/roles.ts';

/** A request as listed, and what came of the answer that it got here; null before. */
interface Row {
  readonly request: RoleRequest;
  readonly outcome: string | null;
}

/** The open requests together with those that were answered since the component is shown, oldest first. */
export function useAnswered(open: readonly RoleRequest[]): {
  readonly rows: readonly Row[];
  /**
   * Answers a request, of which `outcome` says what it changes.
   *
   * @throws {ApiError | NetworkError} as `call` does; the request stays open.
   */
  readonly answer: (request: RoleRequest, answer: RoleAnswer, outcome: string) => Promise<void>;
} {
  const [answered, setAnswered] = useState<ReadonlyMap<RoleRequestId, Row>>(new Map());
  const others = open.filter(({ id }) => !answered.has(id)).map((request): Row => ({ request, outcome: null }));
  const rows = [...answered.values(), ...others];
  // Requests are numbered as they come.
  rows.sort((one, other) => one.request.id - other.request.id);

  const answer = async (request: RoleRequest, given: RoleAnswer, outcome: string): Promise<void> => {
    const { id } = request;
    // From the start, so that its row outlives its place in the list of open ones, which goes first.
    setAnswered((rest) => new Map(rest).set(id, { request, outcome: null }));
    try {
      const counts = await answerRoleRequest(id, given);
      const said = counts ? outcome : roleStrings.requests.answeredByOther;
      setAnswered((rest) => new Map(rest).set(id, { request, outcome: said }));
    } catch (error) {
      setAnswered((rest) => new Map([...rest].filter(([other]) => other !== id)));
      throw error;
    }
  };
  return { rows, answer };
}
