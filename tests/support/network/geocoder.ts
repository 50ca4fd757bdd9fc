import { createServer, type ServerResponse } from 'node:http';
import { type Listening, listen } from './listen.ts';

/** A question as a geocoder gets it. */
export interface Asked {
  readonly text: string | null;
  readonly limit: string | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A geocoder on the loopback that returns what a test says. */
export interface LoopbackGeocoder extends Pick<Listening, 'stop'> {
  readonly url: string;
  /** All that was asked, in order. */
  readonly asked: readonly Asked[];
  /** Questions whose asker went away before the answer. */
  readonly abandoned: readonly string[];
  answer: (asked: Asked, response: ServerResponse) => void;
}

/** Starts one that answers nothing known, until `answer` is set. */
export async function startGeocoder(): Promise<LoopbackGeocoder> {
  const asked: Asked[] = [];
  const abandoned: string[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const question = { text: searchParams.get('q'), limit: searchParams.get('limit'), headers: request.headers };
    asked.push(question);
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.on('close', () => {
      if (!response.writableEnded) abandoned.push(question.text ?? '');
    });
    geocoder.answer(question, response);
  });
  const { origin, stop } = await listen(server);
  const geocoder: LoopbackGeocoder = {
    url: `${origin}/api/?lang=fr`,
    asked,
    abandoned,
    answer: (_, response) => answerJson(response, { type: 'FeatureCollection', features: [] }),
    stop,
  };
  return geocoder;
}

/** Answers `body` as JSON. */
export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}

/** A feature with a point, as geocoders answer them. */
export function feature(coordinates: unknown, properties: unknown) {
  return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties };
}
