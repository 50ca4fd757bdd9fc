import { useSnapshot } from 'valtio';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { PictureGallery } from '../../../app/tellings/pictures/picture-gallery.tsx';
import { picturesStrings as words } from '../../../app/tellings/pictures/pictures-words.ts';
import { refreshWords, words as said } from '../../../app/tellings/words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { drawnPicture } from '../../support/samples/picture.ts';
import { parcoursWords, placeWords } from '../../support/samples/tellings.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

const root = rootPerTest('main');
const pictures = [
  { ...drawnPicture(1, { credit: '© Ada' }), description: { text: 'The old bridge', language: 'en' } },
  { ...drawnPicture(2), description: null },
  { ...drawnPicture(3), description: { text: 'Le lavoir', language: 'fr' } },
];
const opener = (number: number, count = 3) => page.getByRole('button', { name: words.enlarge(number, count) });
const viewer = (number: number) => page.getByRole('dialog', { name: words.title(number, 3) });

test('the browser chooses among the files of a picture, which has its place before it is loaded', async () => {
  root.render(<PictureGallery pictures={pictures} />);
  const image = opener(1).getByRole('img', { name: 'The old bridge' });
  await expect.element(image).toHaveAttribute('lang', 'en');
  for (const [name, value] of Object.entries({ width: '960', height: '720', decoding: 'async' })) {
    await expect.element(image).toHaveAttribute(name, value);
  }
  const types = [...(image.element().parentElement?.children ?? [])].map((child) => child.getAttribute('type'));
  expect(types).toEqual(['image/avif', 'image/webp', null]);
  await expect.element(page.getByRole('figure', { name: '© Ada' }).getByRole('img')).toBeVisible();
});

test('one is seen as large as the screen, the others by keys and buttons, and its opener has the focus back', async () => {
  root.render(
    <>
      <h1>Le pont</h1>
      <PictureGallery pictures={pictures} />
    </>,
  );
  await opener(1).click();
  await expect.element(viewer(1).getByText('The old bridge')).toHaveAttribute('lang', 'en');
  await expect.element(viewer(1).getByRole('figure', { name: 'The old bridge © Ada' })).toBeInTheDocument();
  await expect.element(viewer(1).getByText('© Ada')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await expect.element(viewer(2)).toBeVisible();
  await page.getByRole('button', { name: words.next }).click();
  await expect.element(viewer(3).getByRole('paragraph').filter({ hasText: 'Le lavoir' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: words.next })).toHaveAttribute('aria-disabled', 'true');
  expect(await screenFaultsHere()).toEqual([]);
  await userEvent.keyboard('{Home}');
  await expect.element(viewer(1)).toBeVisible();
  await page.getByRole('button', { name: strings.app.close }).click();
  await expect.element(opener(1)).toHaveFocus();
});

test('what it shows is said in place of a picture that fails', async () => {
  const [first] = pictures;
  if (first === undefined) throw new Error('no picture');
  const files = first.files.map((file) => ({ ...file, link: '/v1/image/none.jpg' }));
  root.render(
    <PictureGallery
      pictures={[
        { ...first, files },
        { ...first, id: drawnPicture(9).id, files, description: null },
      ]}
    />,
  );
  await expect.element(page.getByRole('img', { name: 'The old bridge' })).toHaveTextContent('The old bridge');
  await expect.element(page.getByRole('img', { name: words.missing })).toBeVisible();
});

test('a picture whose link expired while the page was open is shown by a fresh one', async () => {
  const parcoursId = ParcoursId.parse(1);
  const fresh = drawnPicture(1);
  const expired = { ...fresh, files: fresh.files.map((file) => ({ ...file, link: '/v1/media/none.jpg?expires=1' })) };
  const answer = (picture: typeof fresh, version: string) => ({
    ...{ version, linkQuery: '' },
    words: parcoursWords({ ...placeWords(1), pictures: [picture] }),
  });
  function Shown() {
    const [place] = useSnapshot(said).byMap.get(parcoursId)?.places ?? [];
    return <PictureGallery pictures={(place?.pictures ?? []).map((picture) => ({ ...picture, description: null }))} />;
  }
  places.parcoursIds = [parcoursId];
  const answers: Record<string, unknown> = { 'GET /v1/map/map/1/words': answer(expired, 'v1') };
  answerCalls(answers);
  await refreshWords();
  answers['GET /v1/map/map/1/words'] = answer(fresh, 'v2');
  root.render(<Shown />);
  const image = () => opener(1, 1).query()?.querySelector('img');
  await expect.poll(() => image()?.getAttribute('src')).toBe(fresh.files.at(-1)?.link);
  vi.unstubAllGlobals();
  places.parcoursIds = [];
});
