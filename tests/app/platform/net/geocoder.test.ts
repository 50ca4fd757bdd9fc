import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGeocoder, type Geocoder } from '../../../../app/platform/net/geocoder.ts';
import { answerJson, feature, type LoopbackGeocoder, startGeocoder } from '../../../support/network/geocoder.ts';
import { withoutCombinedSignals } from '../../../support/page/other-browsers.ts';

let loopback: LoopbackGeocoder;
let geocoder: Geocoder;
const never = new AbortController().signal;

beforeEach(async () => {
  loopback = await startGeocoder();
  geocoder = createGeocoder(async () => loopback.url);
});
afterEach(() => loopback.stop());

function answers(...features: unknown[]): void {
  loopback.answer = (_, response) => answerJson(response, { type: 'FeatureCollection', features });
}

describe('a request', () => {
  it('adds the text and the limit to the query of the URL', async () => {
    await geocoder.suggest('rue & quai', never);
    await geocoder.find('rue', never);
    expect(loopback.asked).toMatchObject([
      { text: 'rue & quai', limit: '5' },
      { text: 'rue', limit: '1' },
    ]);
    expect(loopback.asked[0]?.headers).not.toHaveProperty('cookie');
  });

  it('is cut at the maximum length of a search text', async () => {
    await geocoder.suggest('a'.repeat(5000), never);
    expect(loopback.asked[0]?.text).toHaveLength(200);
  });

  it('works in a browser without AbortSignal.any', async () => {
    await withoutCombinedSignals(() => geocoder.suggest('rue', never));
    expect(loopback.asked).toHaveLength(1);
  });

  it('that is aborted rejects with the reason, and is not sent', async () => {
    loopback.answer = () => {};
    const leaving = new AbortController();
    const answer = geocoder.suggest('rue', leaving.signal);
    await expect.poll(() => loopback.asked.length).toBe(1);
    const reason = new Error('typed on');
    leaving.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await expect.poll(() => loopback.abandoned).toEqual(['rue']);
  });
});

describe('a response', () => {
  it('of Photon has a name, and the rest of the address beside it', async () => {
    answers(
      feature([2.3376, 48.8606], {
        osm_type: 'W',
        name: 'Musée du Louvre',
        street: 'Rue de Rivoli',
        postcode: '75001',
        city: 'Paris',
        country: 'France',
      }),
      feature([2.35, 48.85], { housenumber: '8', street: 'Rue de la Cité', city: 'Paris', country: 'France' }),
    );
    expect(await geocoder.suggest('louvre', never)).toEqual([
      { name: 'Musée du Louvre', detail: 'Rue de Rivoli, 75001 Paris, France', position: [2.3376, 48.8606] },
      { name: '8 Rue de la Cité', detail: 'Paris, France', position: [2.35, 48.85] },
    ]);
  });

  it('of Géoplateforme has a label beside the name', async () => {
    answers(
      feature([2.290084, 49.897442], {
        label: '8 Boulevard du Port 80000 Amiens',
        score: 0.49,
        name: '8 Boulevard du Port',
        housenumber: '8',
        street: 'Boulevard du Port',
        postcode: '80000',
        city: 'Amiens',
        context: '80, Somme, Hauts-de-France',
        type: 'housenumber',
      }),
      feature([2.29, 49.89], { label: 'Amiens' }),
    );
    expect(await geocoder.suggest('8 bd du port', never)).toEqual([
      { name: '8 Boulevard du Port', detail: '80000 Amiens', position: [2.290084, 49.897442] },
      { name: 'Amiens', detail: '', position: [2.29, 49.89] },
    ]);
    expect(await geocoder.find('8 bd du port', never)).toMatchObject({ name: '8 Boulevard du Port' });
  });

  it('without results is not a failure', async () => {
    expect(await geocoder.suggest('xyzzy', never)).toEqual([]);
    expect(await geocoder.find('xyzzy', never)).toBeNull();
  });

  it('lists a street once, and no more results than requested', async () => {
    const rue = (lng: number) => feature([lng, 48], { name: 'Rue Neuve', city: 'Paris' });
    answers(rue(2), rue(2.001), ...Array.from({ length: 40 }, (_, at) => feature([at, 0], { name: `Lieu ${at}` })));
    const names = (await geocoder.suggest('rue', never)).map(({ name }) => name);
    expect(names).toEqual(['Rue Neuve', 'Lieu 0', 'Lieu 1', 'Lieu 2', 'Lieu 3']);
  });
});

describe('a malformed response', () => {
  it('yields only its valid addresses', async () => {
    answers(
      null,
      'feature',
      feature([2, 48], null),
      feature([200, 48], { name: 'beyond the world' }),
      feature(['2', '48'], { name: 'in words' }),
      feature([2], { name: 'half a position' }),
      { ...feature([2, 48], { name: 'no point' }), geometry: { type: 'Polygon', coordinates: [] } },
      feature([2, 48], { name: { toString: 'object' }, city: ['Paris'] }),
      feature([2, 48, 35], { name: `<img src=x onerror=alert(1)>${'x'.repeat(100_000)}`, city: 7 }),
    );
    const [only, ...others] = await geocoder.suggest('rue', never);
    expect(others).toEqual([]);
    expect(only?.position).toEqual([2, 48]);
    expect(only?.name).toHaveLength(254);
  });

  it.each([
    ['no JSON', '<html>'],
    ['JSON of another shape', '{"features":{"length":1}}'],
    ['nothing', ''],
  ])('that is %s says so', async (_, body) => {
    loopback.answer = (_asked, response) => response.end(body);
    await expect(geocoder.suggest('rue', never)).rejects.toMatchObject({ name: 'GeocoderError', fault: 'unreadable' });
  });
});

describe('a failure', () => {
  it('has the server’s own message, cut to a sentence', async () => {
    loopback.answer = (_, response) => {
      response.statusCode = 429;
      response.setHeader('Content-Type', 'text/plain; charset=utf-8');
      response.end(`Slow down. ${'x'.repeat(500)}`);
    };
    const fault = { said: expect.stringMatching(/^Slow down\. x{1,109}$/) };
    await expect(geocoder.suggest('rue', never)).rejects.toMatchObject({ name: 'GeocoderError', fault });
    await expect(geocoder.find('rue', never)).rejects.toMatchObject({ fault });
  });

  it('with an HTML page is reported by its status', async () => {
    loopback.answer = (_, response) => {
      response.statusCode = 502;
      response.setHeader('Content-Type', 'text/html');
      response.end('<h1>Bad Gateway</h1>');
    };
    await expect(geocoder.find('rue', never)).rejects.toMatchObject({ fault: { said: '502 Bad Gateway' } });
  });

  it('is reported if no response arrives or the URL is unknown', async () => {
    const nobody = createGeocoder(async () => 'http://127.0.0.1:9/');
    await expect(nobody.suggest('rue', never)).rejects.toMatchObject({ fault: 'no-answer' });
    const unknown = createGeocoder(() => Promise.reject(new Error('offline')));
    await expect(unknown.find('rue', never)).rejects.toMatchObject({ fault: 'no-answer' });
  });
});
