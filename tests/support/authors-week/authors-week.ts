import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { fillStrings } from '../../../app/drops/fill/fill-words.ts';
import { myDropsStrings } from '../../../app/drops/list/my-drops-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { editorStrings } from '../../../app/editor/editor-words.ts';
import { mapStrings } from '../../../app/map/map-words.ts';
import { approvalStrings } from '../../../app/moderation/approval/approval-words.ts';
import { paneStrings, parcoursPanes } from '../../../app/parcours/panes-words.ts';
import { orderStrings } from '../../../app/places/order/order-words.ts';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { titles } from '../../../app/ui/common-words.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import { walkStrings } from '../../../app/walk/walk-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { hasHeard, mapReady, mapScreenReady, moveTo, readMediaPath, recordedS } from '../../e2e/steps.ts';
import { toneOf } from '../audio/wav-bytes.ts';
import { saveButton } from '../microphone/recording-stage.ts';
import { droppingTo, usePhones } from '../phone/use-phones.ts';
import { call } from '../server/api.ts';
import { addMember, fillingOf, makeParcours, type Person, signUp, signUpAs, upload } from '../server/people.ts';
import { useServer } from '../server/use-server.ts';
import { type DeviceKind, deviceOptions, Hand } from './device.ts';
import { type Part, PressMeter } from './presses.ts';

interface Week {
  readonly stops: number;
  /** What the author has, and what the contributors and the walker have. */
  readonly author: DeviceKind;
  readonly others: DeviceKind;
  readonly contributors: readonly string[];
  /** How many stops are filled on the contributors' screens; calls fill the others. */
  readonly filledOnScreens: number;
  readonly heard: number;
  /** Whether the others see a map, too. */
  readonly hasMaps: boolean;
  readonly timeoutMs?: number;
}

const REASON = 'On n’entend que le vent.';
const FILE_S = 6;
const stopName = (step: number): string => `Halte ${String(step).padStart(2, '0')}`;

/**
 * Tests the way of a parcours: its author plans stops and orders them, contributors fill them, one is refused, corrected and
 * approved, and a walker hears them in order.
 *
 * @returns what each part took, once the test is over
 */
export function testAuthorsWeek(week: Week): ReadonlyMap<string, Part> {
  const { stops, others } = week;
  const server = useServer();
  const openPage = usePhones(server);
  const meter = new PressMeter();
  let author: Person;
  let contributors: readonly Person[];
  let walker: Person;
  let parcoursId: ParcoursId;

  beforeAll(async () => {
    author = await signUpAs(server, 'Autrice', 'editor');
    contributors = await Promise.all(week.contributors.map((name) => signUp(server.origin, name)));
    walker = await signUp(server.origin, 'Dina');
    parcoursId = await makeParcours(server.origin, author, 'Les quais');
    for (const person of contributors) await addMember(server.origin, author, parcoursId, person, 'drop');
    await addMember(server.origin, author, parcoursId, walker, 'guest');
  });

  const listPlanned = async (): Promise<readonly PlannedPlace[]> =>
    (await call(server.origin, 'listPlanned', { params: { mapId: parcoursId } }, author.token)).planned;
  const listPublished = async (): Promise<readonly Place[]> =>
    (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, walker.token)).places;

  /** Opens the map of a contributor or of the walker. */
  const openOther = async (person: Person, position: [number, number], stored: Record<string, string>) => {
    const options = deviceOptions(others, week.hasMaps);
    const page = await openPage('/home', { person, position, stored, ...options });
    await mapScreenReady(page);
    return new Hand(page, others);
  };
  const openContributor = (person: Person, stop: PlannedPlace) =>
    openOther(person, positionOf(stop), droppingTo(parcoursId, 'drop'));

  const fillByCall = async (person: Person, { id, appelation }: PlannedPlace, hz: number): Promise<void> => {
    const body = fillingOf(parcoursId, id, { appelation });
    const { place_id } = (await call(server.origin, 'createPlace', { body }, person.token)).newPlace;
    await upload(server.origin, person, place_id, toneOf(hz, FILE_S));
  };

  const { timeoutMs } = week;
  it(`plans and orders ${stops} stops, fills, corrects and approves them, and hears them in order: ${week.author}, ${others}`, {
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  }, async () => {
    const desk = await openPage('/home', {
      person: author,
      stored: droppingTo(parcoursId),
      ...deviceOptions(week.author, true),
    });
    await mapReady(desk);
    const hand = new Hand(desk, week.author);
    await meter.measure('author: switches', desk, () => switchTools(hand));
    await meter.measure('author: plans', desk, () => planStops(hand, stops));
    await meter.measure('author: orders', desk, () => lastBecomesFirst(hand, stops));

    const planned = await listPlanned();
    const refused = planned[0];
    const [ana] = contributors;
    if (refused === undefined || ana === undefined) throw new Error('Expected a planned place and a contributor');
    for (const [index, stop] of planned.slice(week.filledOnScreens).entries()) {
      await fillByCall(contributors[(index + 1) % contributors.length] ?? ana, stop, 200 + 30 * index);
    }
    let anas: Hand | undefined;
    for (const [index, person] of contributors.entries()) {
      const own = planned.slice(0, week.filledOnScreens).filter((_, at) => at % contributors.length === index);
      if (own[0] === undefined) continue;
      const theirs = await openContributor(person, own[0]);
      for (const stop of own) {
        await moveTo(theirs.page, positionOf(stop));
        await meter.measure('contributors: fill', theirs.page, () => fillStop(theirs, stop.appelation));
        // Nowhere is it called published.
        expect(await theirs.page.getByText(/Publié/).count()).toBe(0);
      }
      if (person === ana) anas = theirs;
      else await theirs.page.context().close();
    }
    if (anas === undefined) throw new Error('Expected a stop of the first contributor');

    await returnTo(desk);
    await meter.measure('author: answers', desk, () => answerAll(hand, refused.appelation, stops));
    expect(await listPublished()).toHaveLength(stops - 1);

    const corrector = anas;
    await meter.measure('contributor: corrects', corrector.page, () => correct(corrector, refused.appelation));
    await returnTo(desk);
    await meter.measure('author: approves', desk, async () => {
      await hand.press(approvalStrings.approveOne(refused.appelation));
      await desk.getByText(approvalStrings.none).waitFor();
    });
    await corrector.page.context().close();

    const published = await listPublished();
    const positions = new Map(published.map((place) => [place.appelation, positionOf(place)]));
    const inOrder = [stops, ...Array.from({ length: stops - 1 }, (_, index) => index + 1)].map(stopName);
    const start = positions.get(stopName(stops)) ?? [0, 0];
    const walk = await openOther(walker, start, { selectedParcours: `[${parcoursId}]` });
    await mapScreenReady(walk.page, stops);
    await meter.measure('walker: begins', walk.page, () =>
      walk.press(others === 'phone' ? walkStrings.start : mapStrings.placeList),
    );
    for (const [index, name] of inOrder.slice(0, week.heard).entries()) {
      if (others === 'phone') await moveTo(walk.page, positions.get(name) ?? start);
      await meter.measure('walker: hears', walk.page, async () => {
        if (others === 'desk') await walk.press(walk.page.getByRole('complementary').getByRole('button', { name }));
        await hasHeard(walk.page, await readMediaPath(walk.page, name));
      });
      await walk.page.getByText(listenStrings.step(index + 1, stops)).waitFor();
    }
  });
  return meter.parts;
}

/** Looks at the page again: what came meanwhile is there then. */
async function returnTo(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Where a place is, as a phone says it. */
function positionOf({ feature }: PlannedPlace | Place): [number, number] {
  if (feature.type !== 'Point') throw new Error('Expected a point');
  const [lng = 0, lat = 0] = feature.coordinates;
  return [lng, lat];
}

async function switchTools(hand: Hand): Promise<void> {
  const { editorTools, drawTools } = parcoursPanes.tools;
  await hand.press(hand.page.getByRole('tab', { name: paneStrings.settings }));
  for (const name of [approvalStrings.switch, editorTools, drawTools]) {
    await hand.press(hand.page.getByRole('switch', { name, exact: true }));
  }
  await hand.press(hand.page.getByRole('tab', { name: paneStrings.map }));
}

/** Leaves this many points to others to record. Beside an open place a desk has the list with the drawing tools. */
async function planStops(hand: Hand, stops: number): Promise<void> {
  const { page, kind } = hand;
  const panel = page.getByRole('region', { name: editorStrings.label });
  for (let step = 1; step <= stops; step++) {
    await hand.press(editorStrings.drawing.point);
    await panel.getByRole('button', { name: editorStrings.drawing.addPoint }).waitFor();
    const [column, row] = [(step - 1) % 4, Math.floor((step - 1) / 4)];
    if (kind === 'desk') await hand.pressAt(640 + 130 * column, 300 + 120 * row);
    else await hand.pressAt(60 + 80 * column, 240 + 80 * row);
    await hand.write(panel.getByLabel(editorStrings.title), stopName(step));
    await hand.press(editorStrings.planned.plan);
    await page.getByText(editorStrings.planned.done(stopName(step))).waitFor();
    if (kind === 'phone') await hand.press(editorStrings.backToList);
  }
}

/** Numbers all stops, and makes the last one the first: by its number at the desk, with a finger on the phone. */
async function lastBecomesFirst(hand: Hand, stops: number): Promise<void> {
  const { page, kind } = hand;
  await hand.press(page.getByRole('tab', { name: paneStrings.info }));
  // On a phone, the editor's list has one too, inert below this pane.
  const pane = page.getByRole('tabpanel', { name: paneStrings.info });
  await hand.press(pane.getByRole('button', { name: orderStrings.open }));
  const sheet = page.getByRole('dialog', { name: orderStrings.title });
  await hand.press(sheet.getByRole('button', { name: orderStrings.numberAll }));
  const rows = sheet.getByRole('list', { name: orderStrings.numbered }).getByRole('listitem');
  if (kind === 'desk') {
    const number = sheet.getByLabel(orderStrings.numberOf(stopName(stops)));
    await hand.write(number, '1');
    await number.press('Enter');
  } else {
    const top = (await sheet.boundingBox())?.y ?? 0;
    await hand.dragTo(rows.last().locator('[data-drag]'), top + 20, () =>
      expect.poll(() => rows.first().textContent(), { timeout: 20_000 }).toContain(stopName(stops)),
    );
  }
  await hand.press(sheet.getByRole('button', { name: orderStrings.save }));
  await page.getByText(orderStrings.saved).waitFor();
}

/** Fills the stop at which the person stands, by voice; at a desk the one that they choose in the list, by a file. */
async function fillStop(hand: Hand, name: string): Promise<void> {
  const { page, kind } = hand;
  const card = page.getByRole('region', { name: fillStrings.card.planned });
  if (kind === 'phone') {
    await card.getByText(name).waitFor();
    await recordAndSend(hand, fillStrings.record, recordStrings.title, 1);
    await page.getByRole('button', { name: new RegExp(`${name}.*voir sur la carte`) }).waitFor();
    return;
  }
  const list = page.getByRole('complementary');
  if (!(await list.isVisible())) await hand.press(mapStrings.placeList);
  await hand.press(list.getByRole('button', { name }));
  await hand.press(card.getByRole('button', { name: dropStrings.openFile }));
  await sendFile(hand, dropStrings.title);
}

/** Refuses one of the waiting drops with words, and approves the others. */
async function answerAll(hand: Hand, refused: string, stops: number): Promise<void> {
  const { page } = hand;
  await hand.choose(new RegExp(`^${titles.toApprove}\\s*${approvalStrings.waiting(stops)}$`));
  await hand.press(approvalStrings.refuseOne(refused));
  const sheet = page.getByRole('dialog');
  await hand.write(sheet.getByLabel(approvalStrings.words), REASON);
  await hand.press(sheet.getByRole('button', { name: approvalStrings.refuse, exact: true }));
  await page.getByText(approvalStrings.refused(refused)).waitFor();
  for (let step = 1; step <= stops; step++) {
    if (stopName(step) !== refused) await hand.press(approvalStrings.approveOne(stopName(step)));
  }
  await page.getByText(approvalStrings.none).waitFor();
}

/** Replaces the audio of a refused drop, from the list of one's own. */
async function correct(hand: Hand, name: string): Promise<void> {
  const { page, kind } = hand;
  const { recordAgain, otherFile } = myDropsStrings.correction;
  await hand.choose(menuStrings.drops);
  await page.getByText(REASON).waitFor();
  await hand.press(page.getByRole('button', { name: myDropsStrings.correction.title(name) }).first());
  // Chromium's microphone begins with the same sound each time, and the same sound would stay refused.
  if (kind === 'phone') return recordAndSend(hand, recordAgain, dropStrings.replaceTitle, 3);
  await hand.press(otherFile);
  await sendFile(hand, dropStrings.replaceTitle);
}

/** Records for at least this time, by the button `start`, and sends it from the sheet that opens. */
async function recordAndSend(hand: Hand, start: string, sheet: string, leastS: number): Promise<void> {
  const { page } = hand;
  await hand.press(start);
  await expect.poll(() => recordedS(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(leastS);
  await hand.press(recordStrings.stop);
  await hand.press(saveButton(page.getByRole('dialog', { name: sheet })));
  await page.getByText(dropStrings.savedHeld).waitFor();
}

/** Of the files that are chosen, each another tone. */
let chosenCount = 0;

/** Chooses a file in the sheet that is open, and sends it. */
async function sendFile(hand: Hand, sheet: string): Promise<void> {
  const dialog = hand.page.getByRole('dialog', { name: sheet });
  const opened = hand.page.waitForEvent('filechooser');
  await hand.press(dialog.getByText(dropStrings.chooseFile));
  const buffer = Buffer.from(await toneOf(200 + 10 * chosenCount++, FILE_S).arrayBuffer());
  await (await opened).setFiles({ name: 'halte.wav', mimeType: 'audio/wav', buffer });
  await hand.press(saveButton(dialog));
  await dialog.getByText(dropStrings.savedHeld).waitFor();
  await hand.press(dialog.getByRole('button', { name: dropStrings.listen }));
}
