import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { recorderCard } from '../../../../app/drops/drop-mode.ts';
import { currentOutbox, outbox, startDrops } from '../../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { fillCard } from '../../../../app/drops/fill/fill.ts';
import { FillCard, useCardPlace } from '../../../../app/drops/fill/fill-card.tsx';
import { fillStrings } from '../../../../app/drops/fill/fill-words.ts';
import { OutboxChip } from '../../../../app/drops/outbox/outbox-chip.tsx';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { hidePublished, markPublished } from '../../../../app/drops/outbox/published-chip.tsx';
import { recorder } from '../../../../app/drops/record/recorder.ts';
import { notices } from '../../../../app/page/notice-queue.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { places } from '../../../../app/places/places.ts';
import { plan } from '../../../../app/places/plan.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { openOutboxStore } from '../../../../app/platform/storage/outbox-store.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { NoticeStack } from '../../../../app/shell/notice-stack.tsx';
import { strings } from '../../../../app/ui/common-words.ts';
import { markShown, shownPlace } from '../../../../app/walk/map-focus.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { forgetKept } from '../../../support/page/kept-drops.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const words = outboxStrings;
const quay = { id: ParcoursId.parse(4), name: 'Le quai', description: '', privilege: 'drop' as const };
const ana = { id: UserId.parse(7), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const root = rootPerTest('main', async () => {
  for (const { id } of outbox.items) await currentOutbox().discard(id);
  answerCalls({});
  scope.dispose();
  vi.unstubAllGlobals();
  parcours.list = ref([]);
  storage.forgetAll();
  notices.shown = [];
  await forgetKept();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  parcours.list = ref([quay]) as never;
});

/** Stores a drop, whose calls get these answers, and opens the list. */
async function open(answers: Readonly<Record<string, unknown>>): Promise<void> {
  answerCalls(answers);
  storage.write('currentUser', ana);
  startDrops(scope, ana.id);
  await currentOutbox().add({
    ...{ mapId: quay.id, geometry: { type: 'Point', coordinates: [2.34, 48.85] }, title: 'Le vent', placeId: null },
    ...{ audio: new Blob([wavOf(new Int16Array(4410))]), fileName: 'vent.wav', sessionId: null },
  });
  root.render(
    <>
      <OutboxChip requests={0} />
      <NoticeStack />
    </>,
  );
  await page.getByRole('button', { name: words.count(1) }).click();
  await expect.element(sheet.getByRole('heading', { name: 'Le vent' })).toBeVisible();
}

const sheet = page.getByRole('dialog', { name: words.title });
const discard = () => sheet.getByRole('button', { name: words.discard, exact: true }).click();
const question = page.getByRole('alertdialog', { name: words.discardTitle('Le vent') });
const made = { 'POST /v1/place/places': { newPlace: { place_id: 12 } } };

describe('a published drop', () => {
  const placeId = PlaceId.parse(12);

  afterEach(() => {
    hidePublished();
    places.list = ref([]);
    markShown();
  });

  /** The card of the planned place, as the map shows it. */
  function Chosen() {
    return <FillCard planned={useCardPlace()} />;
  }

  function publish(): void {
    root.render(
      <>
        <OutboxChip requests={0} />
        <Chosen />
      </>,
    );
    places.list = ref([listedPlace(placeId, { appelation: 'Le vent' })]);
    markPublished(placeId);
  }

  it('is announced until it is shown on the map', async () => {
    publish();
    await page.getByRole('button', { name: words.published(['Le vent'], false).show }).click();
    expect(shownPlace.wantedId).toBe(placeId);
    await expect.element(page.getByText(words.published(['Le vent'], false).name)).not.toBeInTheDocument();
  });

  it('is no longer announced once it is refused', async () => {
    publish();
    const { name } = words.published(['Le vent'], false);
    await expect.element(page.getByText(name)).toBeVisible();
    places.list = ref([listedPlace(placeId, { appelation: 'Le vent', held: 'refused' })]);
    await expect.element(page.getByText(name)).not.toBeInTheDocument();
  });

  it('is named beside another one that waits for an approval as well', async () => {
    publish();
    places.list = ref([8, 9].map((id) => listedPlace(id, { appelation: `Lieu ${id}`, held: 'waiting' })));
    for (const { id } of places.list) markPublished(id);
    const { name } = words.published(['Lieu 9', 'Lieu 8'], true);
    expect(name).toBe('À valider (2)\u00a0: Lieu 9, Lieu 8');
    await expect.element(page.getByText(name)).toBeVisible();
  });

  it('is followed by the planned places that are left for this person, with the way to the nearest', async () => {
    const planned = {
      ...{
        id: PlaceId.parse(21),
        appelation: 'Le lavoir',
        map: { id: ParcoursId.parse(7) },
        state: 'planned' as const,
      },
      ...{
        feature: { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] },
        asked: null,
        filledBy: null,
      },
    };
    const isAsked = { id: UserId.parse(99), name: 'Léa' };
    plan.list = ref([planned, { ...planned, id: PlaceId.parse(22), asked: isAsked }]);
    publish();
    recorderCard.isOpen = true;
    recorder.phase = 'recording';
    await expect.element(page.getByRole('button', { name: fillStrings.left(1) })).not.toBeInTheDocument();
    recorder.phase = 'idle';
    await page.getByRole('button', { name: fillStrings.left(1) }).click();
    expect(recorderCard.isOpen).toBe(false);
    expect([fillCard.openId, shownPlace.wantedId]).toEqual([planned.id, planned.id]);
    await expect.element(page.getByRole('region', { name: fillStrings.card.planned })).toHaveFocus();
    Object.assign(fillCard, { openId: null });
    await expect.element(page.getByRole('button', { name: fillStrings.left(1) })).toBeVisible();
    places.list = ref([listedPlace(placeId, { held: 'refused' })]);
    await expect.element(page.getByRole('button', { name: fillStrings.left(1) })).not.toBeInTheDocument();
    plan.list = ref([]);
  });

  it('is announced until the message is dismissed', async () => {
    publish();
    await page.getByRole('button', { name: words.hidePublished }).click();
    await expect.element(page.getByText(words.published(['Le vent'], false).name)).not.toBeInTheDocument();
    expect(shownPlace.wantedId).toBeNull();
  });
});

describe('drops waiting on this device', () => {
  it('that were refused as they were asked for can be sent under another title', async () => {
    await open({ 'POST /v1/place/places': refusal('invalid_request', 400) });
    await expect.element(sheet.getByRole('button', { name: words.retryUnder })).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await sheet.getByLabelText(dropStrings.name).fill('Le mistral');
    const heard = answerCalls({});
    await sheet.getByRole('button', { name: words.retryUnder }).click();
    await expect
      .poll(() => heard.map(({ body }) => body))
      .toMatchObject([{ properties: { appelation: 'Le mistral' } }]);
  });

  it('are listed with their destination, and an empty list says so', async () => {
    await open({});
    await expect.element(sheet.getByText(words.hint)).toBeVisible();
    await expect.element(sheet.getByText(/^Le quai, /)).toBeVisible();
    await expect.element(sheet.getByText(words.phases.waiting, { exact: false }).first()).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await discard();
    await expect.element(question.getByText(words.discardText)).toBeVisible();
    await question.getByRole('button', { name: words.keep }).click();
    await expect.element(sheet.getByRole('heading', { name: 'Le vent' })).toBeVisible();
    await discard();
    await question.getByRole('button', { name: words.discard }).click();
    await expect.element(sheet.getByText(words.empty)).toBeVisible();
    await expect.element(sheet.getByText(words.emptyHint)).toBeVisible();
  });

  it('name the version whose sound they become', async () => {
    await open({});
    const pier = listedPlace(7, { appelation: 'La jetée' });
    Object.assign(places, { list: ref([pier]) });
    const draft = { mapId: quay.id, geometry: pier.feature, title: '', placeId: pier.id, telling: 'en.children' };
    const audio = new Blob([wavOf(new Int16Array(4410))]);
    await currentOutbox().add({ ...draft, audio, fileName: 'jetty.wav', sessionId: null });
    const name = 'Son de « La jetée », Anglais · Pour les enfants';
    await expect.element(sheet.getByRole('heading', { name })).toBeVisible();
    await sheet.getByRole('button', { name: words.discard, exact: true }).nth(1).click();
    await expect.element(page.getByRole('alertdialog', { name: words.discardTitle(name) })).toBeVisible();
    places.list = ref([]);
  });

  it('delete the place that was made for them when discarded, and say so first', async () => {
    await open(made);
    await expect.poll(() => outbox.items[0]?.placeId).toBe(12);
    await discard();
    await expect.element(question.getByText(words.discardTextPlaced)).toBeVisible();
    await question.getByRole('button', { name: words.keep }).click();
  });

  it.each([
    ['no network', {}, words.offline],
    ['a server in trouble', { 'POST /v1/place/places': refusal('internal', 500) }, words.serverTrouble],
    ['a server that asks to wait', { 'POST /v1/place/places': refusal('too_many_requests', 429) }, words.busyServer],
  ])('say why they wait: %s', async (_, answers, why) => {
    await open(answers);
    await expect.element(sheet.getByText(why)).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: words.retryNow })).toBeVisible();
  });

  it('say why the server rejected them, and can be tried again', async () => {
    await open({ 'POST /v1/place/places': refusal('forbidden', 403) });
    await expect
      .element(sheet.getByRole('alert').getByText(dropStrings.createFailed(strings.errors.forbidden)))
      .toBeVisible();
    await expect.element(sheet.getByRole('button', { name: words.retry })).toBeVisible();
  });

  it('that another tab has sent or discarded meanwhile are not reported as discarded', async () => {
    // A rejected drop has no next attempt, which would read the store, and close the question with the drop.
    await open({ 'POST /v1/place/places': refusal('forbidden', 403) });
    await expect.element(sheet.getByRole('button', { name: words.retry, exact: true })).toBeVisible();
    const store = openOutboxStore();
    await store.change(outbox.items[0]?.id ?? '', () => null);
    store.close();
    await discard();
    await question.getByRole('button', { name: words.discard }).click();
    await expect.element(page.getByText(words.notHere)).toBeVisible();
  });

  it('without their audio cannot be exported, and say so', async () => {
    await open({});
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
    await folder.removeEntry(outbox.items[0]?.id ?? '');
    await sheet.getByRole('button', { name: words.export }).click();
    await expect.element(sheet.getByRole('alert').getByText(words.audioGone).first()).toBeVisible();
  });
});
