import { expect, it } from 'vitest';
import { usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, makePlace, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';

const server = useServer();
const open = usePhones(server);

it('a page that knows a version gets a 304, not an old response out of the browser’s cache', async () => {
  const owner = await signUp(server.origin, 'Owner');
  const parcoursId = await makeParcours(server.origin, owner);
  const page = await open('/v1/docs');
  const ask = (tag?: string): Promise<[number, string | null]> =>
    page.evaluate(
      async ([path, token, known]) => {
        const headers = new Headers({ Authorization: token });
        if (known !== '') headers.set('If-None-Match', known);
        const response = await fetch(path, { headers });
        return [response.status, response.headers.get('ETag')] as [number, string | null];
      },
      [`/v1/map/map/${parcoursId}/pack`, owner.token, tag ?? ''] as const,
    );
  const [status, tag] = await ask();
  expect(status).toBe(200);
  expect(await ask(tag ?? '')).toEqual([304, tag]);
  expect(await ask(tag ?? '')).toEqual([304, tag]);
  await makePlace(server.origin, owner, parcoursId);
  expect((await ask(tag ?? ''))[0]).toBe(200);
  expect((await ask())[1]).not.toBe(tag);
});
