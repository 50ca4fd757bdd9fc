import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { fillStrings } from '../../app/drops/fill/fill-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { outboxStrings } from '../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../app/drops/record/record-words.ts';
import { editorStrings } from '../../app/editor/editor-words.ts';
import { approvalStrings } from '../../app/moderation/approval/approval-words.ts';
import { paneStrings, parcoursPanes } from '../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { orderStrings } from '../../app/places/order/order-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import type { Place } from '../../contracts/place.ts';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { saveButton } from '../support/microphone/recording-stage.ts';
import { addMember, fillingOf, makeParcours, type Person, signUp, signUpAs, upload } from '../support/people.ts';
import { droppingTo, usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { toneOf } from '../support/wav-bytes.ts';
import { hears, mapReady, mapScreenReady, moveTo, openPane, readMediaPath, recordedS, visit } from './steps.ts';

const STOPS = 12;
/** Of a story: none ends while it is heard. */
const SECONDS = 20;
const server = useServer();
const openPage = usePhones(server);
let author: Person;
let contributors: readonly Person[];
let walker: Person;
let parcoursId: ParcoursId;

beforeAll(async () => {
  author = await signUpAs(server, 'Autrice', 'editor');
  contributors = await Promise.all(['Ana', 'Ben', 'Chloe'].map((name) => signUp(server.origin, name)));
  walker = await signUp(server.origin, 'Dina');
  parcoursId = await makeParcours(server.origin, author, 'Les quais');
  for (const person of contributors) await addMember(server.origin, author, parcoursId, person, 'drop');
  await addMember(server.origin, author, parcoursId, walker, 'guest');
});

const stopName = (step: number): string => `Halte ${step}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const listPlanned = async (): Promise<readonly PlannedPlace[]> =>
  (await call(server.origin, 'listPlanned', { params: { mapId: parcoursId } }, author.token)).planned;
const listPublished = async (): Promise<readonly Place[]> =>
  (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, walker.token)).places;

/** Where a planned place is, as a phone says it. */
function positionOf(place: PlannedPlace | Place | undefined): [number, number] {
  const feature = place?.feature;
  if (feature?.type !== 'Point') throw new Error('Expected a point');
  const [lng = 0, lat = 0] = feature.coordinates;
  return [lng, lat];
}

it('an author plans and orders twelve stops, contributors fill them, one is corrected, and a walker hears them in order', async () => {
  const desk = await openPage('/home', {
    person: author,
    hasMaps: true,
    stored: droppingTo(parcoursId),
    browser: { viewport: { width: 1280, height: 800 } },
  });
  await mapReady(desk);
  await openPane(desk, paneStrings.settings);
  const { editorTools, drawTools } = parcoursPanes.tools;
  for (const name of [approvalStrings.switch, editorTools, drawTools])
    await desk.getByRole('switch', { name, exact: true }).click();
  await openPane(desk, paneStrings.map);
  const panel = desk.getByRole('region', { name: editorStrings.label });
  for (let step = 1; step <= STOPS; step++) {
    await press(desk, editorStrings.drawing.point);
    await panel.getByRole('button', { name: editorStrings.drawing.addPoint }).waitFor();
    await desk.mouse.click(640 + 130 * (step % 4), 300 + 120 * Math.floor(step / 4));
    await panel.getByLabel(editorStrings.title).fill(stopName(step));
    await press(desk, editorStrings.planned.plan);
    await desk.getByText(editorStrings.planned.done(stopName(step))).waitFor();
    await press(desk, editorStrings.backToList);
  }
  await openPane(desk, paneStrings.info);
  await press(desk, orderStrings.open);
  const order = desk.getByRole('dialog', { name: orderStrings.title });
  await order.getByRole('button', { name: orderStrings.numberAll }).click();
  const number = order.getByLabel(orderStrings.numberOf(stopName(STOPS)));
  await number.fill('1');
  await number.press('Enter');
  await order.getByRole('button', { name: orderStrings.save }).click();
  await desk.getByText(orderStrings.saved).waitFor();

  const planned = await listPlanned();
  for (const [index, { id, appelation }] of planned.slice(contributors.length).entries()) {
    const person = contributors[index % contributors.length] ?? author;
    const body = fillingOf(parcoursId, id, { appelation });
    const { place_id } = (await call(server.origin, 'createPlace', { body }, person.token)).newPlace;
    await upload(server.origin, person, place_id, toneOf(200 + 30 * index, SECONDS));
  }
  for (const [index, person] of contributors.entries()) {
    const stopOf = planned[index];
    if (stopOf === undefined) throw new Error('Expected a planned place');
    const phone = await openPage('/home', {
      person,
      position: positionOf(stopOf),
      stored: droppingTo(parcoursId, 'drop'),
    });
    await mapScreenReady(phone);
    // It offers itself to who stands there.
    await phone.getByRole('region', { name: fillStrings.card.planned }).getByText(stopOf.appelation).waitFor();
    await recordAndSend(phone, fillStrings.record, recordStrings.title);
    // Nowhere is it called published.
    await phone.getByRole('button', { name: outboxStrings.published(stopOf.appelation, true).show }).waitFor();
    expect(await phone.getByText(/Publié/).count()).toBe(0);
    await phone.context().close();
  }

  await visit(desk, '/home/parcours');
  await desk.getByText(parcoursStrings.toApprove(STOPS)).waitFor();
  await visit(desk, '/home/avalider');
  await press(desk, approvalStrings.refuseOne('Halte 1'));
  await desk.getByRole('dialog').getByLabel(approvalStrings.words).fill('On n’entend que le vent.');
  await desk.getByRole('dialog').getByRole('button', { name: approvalStrings.refuse, exact: true }).click();
  await desk.getByText(approvalStrings.refused('Halte 1')).waitFor();
  for (let step = 2; step <= STOPS; step++) await press(desk, approvalStrings.approveOne(stopName(step)));
  await desk.getByText(approvalStrings.none).waitFor();
  expect(await listPublished()).toHaveLength(STOPS - 1);

  const phone = await openPage('/home/drops', {
    person: contributors[0] ?? author,
    stored: droppingTo(parcoursId, 'drop'),
  });
  await phone.getByText('On n’entend que le vent.').waitFor();
  await press(phone, myDropsStrings.options('Halte 1'));
  await phone.getByRole('menuitem', { name: myDropsStrings.correct }).click();
  await recordAndSend(phone, myDropsStrings.correction.recordAgain, dropStrings.replaceTitle);
  // What came meanwhile is there once the page is looked at again.
  await desk.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await press(desk, approvalStrings.approveOne('Halte 1'));
  await desk.getByText(approvalStrings.none).waitFor();

  const inOrder = await listPublished();
  const walk = await openPage('/home', {
    person: walker,
    position: positionOf(inOrder[0]),
    stored: { selectedParcours: `[${parcoursId}]` },
  });
  await mapScreenReady(walk, STOPS);
  await press(walk, walkStrings.start);
  for (const [index, step] of [STOPS, 1, 2].entries()) {
    await moveTo(walk, positionOf(inOrder.find(({ appelation }) => appelation === stopName(step))));
    await hears(walk, await readMediaPath(walk, stopName(step)));
    await walk.getByText(listenStrings.step(index + 1, STOPS)).waitFor();
  }
});

/** Records for a second, by the button `start`, and sends it from the sheet that opens. */
async function recordAndSend(page: Page, start: string, sheet: string): Promise<void> {
  await press(page, start);
  await expect.poll(() => recordedS(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(1);
  await press(page, recordStrings.stop);
  await saveButton(page.getByRole('dialog', { name: sheet })).click();
  await page.getByText(dropStrings.savedHeld).waitFor();
}
