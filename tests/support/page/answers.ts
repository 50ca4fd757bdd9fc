import { vi } from 'vitest';
import { connectApi } from '../../../app/platform/net/api.ts';
import { ErrorBody, type ErrorCode } from '../../../contracts/errors.ts';

/** A call as it left the page. */
export interface HeardCall {
  /** Method and path, as `PUT /v1/map/map/7`. */
  readonly call: string;
  /** The JSON of its body; undefined where it has none. */
  readonly body: unknown;
}

/**
 * Responds to the page's calls in a test without a server: what the table holds for a method and path is the answer's JSON, a
 * function of it is called with the request, `Response` objects go out as they are, and what is not in the table has no network.
 *
 * @returns the calls in the order in which they were made.
 */
export function answerCalls(answers: Readonly<Record<string, unknown>>): HeardCall[] {
  const heard: HeardCall[] = [];
  connectApi({ baseUrl: '', readToken: () => 'a token', onRefused: () => {} });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    const call = `${method} ${url}`;
    heard.push({ call, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    if (!(call in answers)) throw new TypeError(`Nothing answers ${call}`);
    const found = answers[call];
    const answer: unknown = typeof found === 'function' ? await found(init) : found;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return heard;
}

/** A refusal as the server words it. */
export function refusal(code: ErrorCode, status: number): Response {
  return Response.json(ErrorBody.parse({ error: { code, message: code, requestId: 'test' } }), { status });
}
