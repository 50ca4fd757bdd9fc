import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DropAudio } from '../../../app/drops/drop-audio.tsx';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import type { MediaLink, Place } from '../../../contracts/place.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { longWav } from '../../support/audio/long-sounds.ts';
import { forgetPack, keepPack } from '../../support/packs/kept-pack.ts';
import { answerCalls, type HeardCall } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const master = '/v1/media/a.wav';
const light = { link: '/v1/media/a.m4a', type: 'audio/mp4; codecs="mp4a.40.2"', bytes: 1000 };
const read = async (file: string) => (await fetch(new URL(`../../fixtures/audio/${file}`, import.meta.url))).blob();

const root = rootPerTest('main');
let heard: HeardCall[];

/** Shows a place whose audio has these files on the server: the master and its rendition. */
async function show(masterFile: string, lightFile: string, media: Partial<MediaLink> = {}): Promise<void> {
  const files = await Promise.all([masterFile, lightFile].map(read));
  const place: Place = listedPlace(11, {
    appelation: 'Le banc',
    feature: { type: 'Point', coordinates: [2.34, 48.85] },
    map: { id: ParcoursId.parse(7) },
    media: { data: mediaLink({ link: master, rendition: light, ...media }) },
  });
  heard = answerCalls({
    'GET /v1/place/11': { ...place, media_data: place.media?.data },
    [`GET ${media.link ?? master}`]: new Response(files[0]),
    [`GET ${light.link}`]: new Response(files[1]),
  });
  root.render(<DropAudio id={place.id} media={place.media?.data ?? null} name="Le banc" loadsAtOnce />);
}

const play = () => page.getByRole('button', { name: dropStrings.play });
/** The requested files. */
const files = () => heard.map(({ call }) => call).filter((call) => call.includes('/v1/media/'));

it('plays the rendition', async () => {
  await show('conforming-mono.wav', 'mono-48k.m4a');
  await expect.element(play()).toBeVisible();
  await expect.poll(files).toEqual([`GET ${light.link}`]);
});

it('plays the master, without a message, if the rendition cannot be played', async () => {
  await show('conforming-mono.wav', 'text.mp3');
  await expect.poll(files).toEqual([`GET ${light.link}`, `GET ${master}`]);
  await expect.element(play()).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

it('says so if neither can be played', async () => {
  await show('text.mp3', 'text.mp3');
  await expect.element(page.getByRole('alert')).toHaveTextContent(listenStrings.failed);
  expect(files()).toEqual([`GET ${light.link}`, `GET ${master}`]);
});

it('loads and plays a sound that failed when its button is tapped again', async () => {
  await show('text.mp3', 'text.mp3', { rendition: null });
  await expect.element(page.getByRole('alert')).toBeVisible();
  vi.unstubAllGlobals();
  const data = mediaLink({ link: master, rendition: null });
  answerCalls({
    'GET /v1/place/11': { ...listedPlace(11), media_data: data },
    [`GET ${master}`]: new Response(longWav(60)),
  });
  await play().click();
  await expect.element(page.getByRole('button', { name: dropStrings.pause })).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
});

it('plays the new file once the audio is another one', async () => {
  await show('conforming-mono.wav', 'mono-48k.m4a');
  await expect.element(play()).toBeVisible();
  vi.unstubAllGlobals();
  await show('conforming-mono.wav', 'mono-48k.m4a', { link: '/v1/media/b.wav', rendition: null });
  await expect.poll(files).toEqual(['GET /v1/media/b.wav']);
});

it('stops loading a sound without a waveform when its screen is left', async () => {
  let loading: AbortSignal | null | undefined;
  const data = mediaLink({ link: master, rendition: null });
  answerCalls({
    'GET /v1/place/11': { ...listedPlace(11, { media: { data } }), media_data: data },
    [`GET ${master}`]: ({ signal }: RequestInit) => {
      loading = signal;
      return new Promise(() => {});
    },
  });
  root.render(<DropAudio id={listedPlace(11).id} media={data} name="Le banc" loadsAtOnce />);
  await expect.poll(() => loading?.aborted).toBe(false);
  root.render(null);
  await expect.poll(() => loading?.aborted).toBe(true);
});

it('plays the device’s copy without a request if a pack contains it', async () => {
  const waveform = await read('peaks/mono-256-16bit.dat');
  const place = listedPlace(12, {
    media: { data: mediaLink({ link: master, rendition: light, peaks: '/v1/media/a.dat' }) },
  });
  await keepPack(
    [place],
    [
      { link: light.link, kind: 'audio', content: await read('mono-48k.m4a') },
      { link: '/v1/media/a.dat', kind: 'waveform', content: waveform },
    ],
  );
  heard = answerCalls({});
  root.render(<DropAudio id={place.id} media={place.media?.data ?? null} name="Le banc" loadsAtOnce />);
  await expect.element(play()).toBeVisible();
  expect(heard).toEqual([]);
  await forgetPack();
});
