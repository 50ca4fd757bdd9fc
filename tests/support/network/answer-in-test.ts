import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

/** Answers every request so for as long as the test runs that this is called in. Resolves with the origin. */
export async function answerInTest(answer: RequestListener): Promise<string> {
  const { origin, stop } = await listen(createServer(answer));
  onTestFinished(stop);
  return origin;
}
