import { useState } from 'react';
import type { RoleAnswer, RoleRequest } from '../../../contracts/role-request.ts';
import type { RoleRequestId } from '../../../contracts/vocabulary.ts';
import { answerRoleRequest } from './role-requests.ts';
import { roleStrings } from './roles-words.ts';

/** A listed request, and the outcome of its answer on this screen; null before. */
interface Row {
  readonly request: RoleRequest;
  readonly outcome: string | null;
}

/** Returns the open requests together with those answered since the component was mounted, oldest first. */
export function useAnswered(open: readonly RoleRequest[]): {
  readonly rows: readonly Row[];
  /**
   * Answers a request; `outcome` describes the effect.
   *
   * @throws {ApiError | NetworkError} as `call` does; the request stays open.
   */
  readonly answer: (request: RoleRequest, answer: RoleAnswer, outcome: string) => Promise<void>;
} {
  const [answered, setAnswered] = useState<ReadonlyMap<RoleRequestId, Row>>(new Map());
  const others = open.filter(({ id }) => !answered.has(id)).map((request): Row => ({ request, outcome: null }));
  const rows = [...answered.values(), ...others];
  // Ids of requests increase with time.
  rows.sort((one, other) => one.request.id - other.request.id);

  const answer = async (request: RoleRequest, given: RoleAnswer, outcome: string): Promise<void> => {
    const { id } = request;
    // Before the call, so that the row remains when the request leaves the list of open ones, which happens first.
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
