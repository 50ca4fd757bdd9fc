import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AudioFacts } from '../../../app/drops/audio-facts.tsx';
import { audioFacts } from '../../../app/drops/list/my-drops-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import type { MediaLink, Place } from '../../../contracts/place.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const rendition = { link: '/v1/media/a.m4a', type: 'audio/mp4', bytes: 512_345 };
const measured = { length: 62.4, rendition, loudness: -19.34 };

const root = rootPerTest('main');
/** Address and name of each download. */
let downloads: [string | null, string][];
beforeEach(() => {
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push([this.getAttribute('href'), this.download]);
  });
});

function show(media: Partial<MediaLink>): Place {
  const place: Place = listedPlace(11, {
    appelation: 'Le banc',
    feature: { type: 'Point', coordinates: [2.34, 48.85] },
    map: { id: ParcoursId.parse(7) },
    media: { data: mediaLink(media) },
  });
  root.render(<AudioFacts place={place} />);
  return place;
}

const download = () => page.getByRole('link', { name: audioFacts.download });

it('shows duration and loudness, and that the light version is ready', async () => {
  show(measured);
  await expect.element(page.getByRole('list', { name: audioFacts.label })).toBeVisible();
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Durée\u00a0: 1:02', 'Version légère prête (0,5\u00a0Mo)']);
  const explanation = page.getByText(audioFacts.loudnessHelp);
  await expect.element(explanation).not.toBeVisible();
  await page.getByText('−19,3\u00a0LUFS').click();
  await expect.element(explanation).toBeVisible();
  expect(await faultsHere()).toEqual([]);
});

it('says that a light version is being made, and omits unknown facts', async () => {
  show({});
  await expect.element(page.getByRole('listitem')).toHaveTextContent(audioFacts.renditionDue);
  expect(page.getByText('LUFS').elements()).toEqual([]);
  await expect.element(download()).toBeVisible();
});

it('downloads the master by a fresh link, under the name of its place', async () => {
  const { media, ...place } = show(measured);
  const fresh = '/v1/media/a.wav?signature=fresh';
  answerCalls({ 'GET /v1/place/11': { ...place, media_data: { ...media?.data, link: fresh } } });
  await expect.element(download()).toHaveAttribute('download', 'Le banc.wav');
  await download().click();
  await expect.poll(() => downloads).toEqual([[fresh, 'Le banc.wav']]);
});

it('says why the download failed', async () => {
  show(measured);
  answerCalls({});
  await download().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(strings.errors.network);
  expect(downloads).toEqual([]);
});
