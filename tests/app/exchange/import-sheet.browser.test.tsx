import { ref } from 'valtio';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pickedFiles, takePicked } from '../../../app/drops/batch/picked-files.ts';
import { currentOutbox, outbox, startDrops } from '../../../app/drops/drop-services.ts';
import { chooseAgain, chooseImport, imports, openImport } from '../../../app/exchange/import/import.ts';
import { ImportSheet } from '../../../app/exchange/import/import-sheet.tsx';
import { importStrings as words } from '../../../app/exchange/import/import-words.ts';
import { busy } from '../../../app/page/busy.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { session } from '../../../app/session/session.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { storedZip } from '../../support/formats/stored-zip.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { GARMIN } from '../../support/samples/import-files.ts';
import { listAnswer, listCall, listedPlace } from '../../support/samples/listed-place.ts';

const here = ParcoursId.parse(1);
const IMPORT = 'POST /v1/map/map/1/import';
const MANY = 'POST /v1/map/map/1/many';
const CSV =
  'nom;latitude;longitude;texte\nLe puits;48,857;2,341;Profond\nLe pont;48,8;2,3;\nLa cour;48,85;2,34;\nRien;;;';
const existing = [listedPlace(7, { appelation: 'Le pont' })];

const root = rootPerTest('main', () => {
  forgetPlaces();
  notices.shown = [];
  chooseAgain();
  Object.assign(imports, { last: null, phase: 'choosing', parcoursId: null });
});

async function open(answers: object = {}, onClose = () => {}, given: Partial<Parameters<typeof ImportSheet>[0]> = {}) {
  Object.assign(places, { status: 'ready', parcoursIds: [here], list: ref(existing) });
  const heard = answerCalls({
    [listCall(1)]: listAnswer(...existing),
    [IMPORT]: { placeIds: [11, 12] },
    [MANY]: { placeIds: [11, 12] },
    ...answers,
  });
  root.render(
    <>
      <h1>Le quai</h1>
      <ImportSheet
        parcoursId={here}
        renderMap={(shapes) => <output>{shapes.map(({ name }) => name).join(', ')}</output>}
        onClose={onClose}
        onParcours={null}
        onRehearse={null}
        {...given}
      />
    </>,
  );
  await expect.element(page.getByText(words.formats, { exact: false })).toBeVisible();
  return heard;
}
const choose = (content: BlobPart, name: string) =>
  userEvent.upload(
    document.querySelector<HTMLElement>('[role=dialog] input[type=file]') as HTMLElement,
    new File([content], name),
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name });
const sent = (heard: readonly { readonly call: string; readonly body: unknown }[], call: string) =>
  heard.filter((one) => one.call === call).map(({ body }) => body);

test('a sheet’s rows are looked at, chosen, imported in one step and taken back', async () => {
  const heard = await open();
  await choose(CSV, 'lieux.csv');
  await expect.element(page.getByText(words.found(3))).toBeVisible();
  // The place that the map already has isn't chosen.
  await expect.element(box('Le pont')).not.toBeChecked();
  await expect.element(page.getByText(words.twins.here, { exact: false })).toBeVisible();
  await expect.element(page.getByText(words.skipped.nowhere(1))).toBeVisible();
  await expect.element(page.getByText('Le puits, La cour')).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  expect(sent(heard, IMPORT)).toEqual([]);
  await button(words.confirm(2, 0)).click();
  await expect.element(page.getByText(words.done(2))).toBeVisible();
  expect(sent(heard, IMPORT)).toEqual([
    {
      places: [
        {
          appelation: 'Le puits',
          feature: { type: 'Point', coordinates: [2.341, 48.857] },
          text: 'Profond',
          link: null,
        },
        { appelation: 'La cour', feature: { type: 'Point', coordinates: [2.34, 48.85] }, text: '', link: null },
      ],
    },
  ]);
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.takeBack).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.takenBack(2, 0)]);
  expect(sent(heard, MANY)).toEqual([{ act: 'delete', placeIds: [11, 12] }]);
});

test('an import that is interrupted goes on with the same request, which is not made twice', async () => {
  let isOff = true;
  const keys: unknown[] = [];
  await open({
    [IMPORT]: (init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key'));
      if (isOff) throw new TypeError('The line is cut');
      return { placeIds: [11, 12] };
    },
  });
  await choose(CSV, 'lieux.csv');
  await button(words.confirm(2, 0)).click();
  await expect.element(button(words.goOn)).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  isOff = false;
  await button(words.goOn).click();
  await expect.element(page.getByText(words.done(2))).toBeVisible();
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('an import without an answer is taken back with what the server made of it', async () => {
  let tries = 0;
  const heard = await open({
    [IMPORT]: () => {
      tries += 1;
      if (tries === 1) throw new TypeError('The answer is lost');
      return { placeIds: [11, 12] };
    },
  });
  await choose(CSV, 'lieux.csv');
  await button(words.confirm(2, 0)).click();
  await button(words.takeBack).click();
  await expect.poll(() => sent(heard, MANY)).toEqual([{ act: 'delete', placeIds: [11, 12] }]);
});

test('an import that a reload interrupted goes on with the same file, and is taken back in one step', async () => {
  session.user = { id: UserId.parse(3), name: 'Olga', email: 'olga@example.org', role: 'editor', picture: null };
  const keys: unknown[] = [];
  const numbers = Array.from({ length: 250 }, (_, number) => number);
  const answers = {
    [IMPORT]: (init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key'));
      if (keys.length === 2) throw new TypeError('The answer is lost');
      return { placeIds: numbers.slice(...(keys.length === 1 ? [0, 200] : [200])).map((number) => number + 20) };
    },
  };
  const heard = await open(answers);
  const sheet = ['nom;latitude;longitude', ...numbers.map((at) => `Lieu ${at};48,${at + 100};2,3`)].join('\n');
  await choose(sheet, 'lieux.csv');
  await button(words.confirm(250, 0)).click();
  await expect.element(button(words.goOn)).toBeVisible();
  // As after a reload.
  chooseAgain();
  imports.last = null;
  openImport(here);
  await expect.element(page.getByText(words.interrupted('lieux.csv', 200, 50))).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  // Chosen twice, it asks once what became of the request.
  const again = () => chooseImport(new File([sheet], 'lieux.csv'));
  await Promise.all([again(), again()]);
  await expect.element(page.getByText(words.found(250))).toBeVisible();
  expect([keys.length, keys[2]]).toEqual([3, keys[1]]);
  await button(words.other).click();
  await button(words.takeBack).click();
  await expect.poll(() => notices.shown.length).toBe(1);
  const deleted = sent(heard, MANY).flatMap((body) => (body as { placeIds: number[] }).placeIds);
  expect(deleted).toEqual(numbers.map((number) => number + 20));
  forgetSession();
});

test('a full map stops the import, which says why', async () => {
  await open({ [IMPORT]: refusal('map_full', 409) });
  await choose(CSV, 'lieux.csv');
  await button(words.confirm(2, 0)).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  // It is still there in another parcours, which then imports for itself.
  openImport(ParcoursId.parse(2));
  await button(words.takeBack).click();
  await expect.element(page.getByText(words.formats, { exact: false })).toBeVisible();
  expect(imports.parcoursId).toBe(2);
});

test('a file that can’t be read says why, and swapped coordinates are turned on request', async () => {
  await open();
  await choose('bonjour', 'notes.txt');
  await expect.element(page.getByText(words.faults.unknown)).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await choose('name,lat,lng\nLe puits,2.341,48.857', 'inverse.csv');
  await button(words.swap).click();
  await expect.element(page.getByText(words.isSwapped)).toBeVisible();
  await button(words.confirm(1, 0)).click();
  await expect.element(page.getByText(words.done(2))).toBeVisible();
});

test('sounds without a place go to the composer of several files', async () => {
  let isClosed = false;
  await open({}, () => {
    isClosed = true;
  });
  await choose(storedZip({ 'reste.mp3': 'un', 'autre.mp3': 'deux' }) as unknown as BlobPart, 'sons.zip');
  await button(words.compose(2)).click();
  await expect.poll(() => isClosed).toBe(true);
  const files = takePicked();
  pickedFiles.isOpen = false;
  expect(await Promise.all(files.map(async (file) => [file.name, await file.text()]))).toEqual([
    ['reste.mp3', 'un'],
    ['autre.mp3', 'deux'],
  ]);
});

test('the lines of a file may be rehearsed, after its places are imported, too', async () => {
  const rehearsed: (string | null)[] = [];
  await open({}, () => {}, { onRehearse: (lines) => rehearsed.push(...lines.map(({ name }) => name)) });
  await choose(GARMIN, 'montre.gpx');
  await expect.element(page.getByText(words.linesFirst, { exact: false })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.confirm(2, 0)).click();
  await expect.element(page.getByText(words.done(2))).toBeVisible();
  await button(words.rehearse).click();
  expect(rehearsed).toEqual(['Matin']);
});

test('an import ends with its session', async () => {
  let answer = (_: object) => {};
  const heard = await open({ [IMPORT]: () => new Promise((resolve) => (answer = resolve)) });
  const rows = Array.from({ length: 250 }, (_, at) => `Lieu ${at};48,${at + 100};2,3`);
  await choose(['nom;latitude;longitude', ...rows].join('\n'), 'lieux.csv');
  await button(words.confirm(250, 0)).click();
  await expect.poll(() => sent(heard, IMPORT)).toHaveLength(1);
  forgetSession();
  answer({ placeIds: rows.slice(0, 200).map((_, at) => at + 20) });
  await expect.poll(() => busy.works).toEqual([]);
  expect([sent(heard, IMPORT).length, imports.done, imports.phase]).toEqual([1, 0, 'choosing']);
});

test('sounds for places of the map are chosen, and taken back unless they were sent', async () => {
  const scope = new Scope();
  startDrops(scope, UserId.parse(3));
  await expect.poll(() => outbox.isReady).toBe(true);
  const unheard = ['Le pont', 'La tour', 'Le lavoir'].map((appelation, at) => listedPlace(7 + at, { appelation }));
  await open({ [listCall(1)]: listAnswer(...unheard) });
  places.list = ref(unheard);
  const zip = storedZip({ 'Le pont.mp3': 'un', 'La tour.mp3': 'deux', 'Le lavoir.mp3': 'trois' });
  await choose(zip as unknown as BlobPart, 'sons.zip');
  await box('Le lavoir').click();
  expect(await screenFaultsHere()).toEqual([]);
  await button(words.confirm(0, 2)).click();
  await expect.element(page.getByText(words.doneSounds(2))).toBeVisible();
  expect(outbox.items.map(({ placeId }) => placeId).sort()).toEqual([7, 8]);
  const [first] = outbox.items;
  if (first !== undefined) await currentOutbox().discard(first.id);
  // The outbox no longer has it, as if it had been sent.
  openImport(here);
  await expect.element(page.getByText(words.last('sons.zip', 0, 2))).toBeVisible();
  await button(words.takeBack).click();
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.takenBack(0, 1)]);
  expect(outbox.items).toEqual([]);
  scope.dispose();
});
