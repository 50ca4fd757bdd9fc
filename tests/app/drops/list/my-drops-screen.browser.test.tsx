import { MemoryRouter } from 'react-router-dom';
import { ref } from 'valtio';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endUpload, uploads } from '../../../../app/drops/composer/uploads.ts';
import { outbox } from '../../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { CorrectRefused } from '../../../../app/drops/list/drop-rows.tsx';
import { MyDropsScreen } from '../../../../app/drops/list/my-drops-screen.tsx';
import { audioFacts, myDropsStrings } from '../../../../app/drops/list/my-drops-words.ts';
import { finishRemovals, forgetMyDrops } from '../../../../app/drops/my-drops.ts';
import { createRecord } from '../../../../app/drops/outbox/outbox-records.ts';
import { NOTHING_WAITS, showRecord } from '../../../../app/drops/outbox/outbox-view.ts';
import { draftStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import { notices } from '../../../../app/page/notice-queue.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { manageStrings } from '../../../../app/places/place-words.ts';
import { location } from '../../../../app/position/location.ts';
import { session } from '../../../../app/session/session.ts';
import { NoticeStack } from '../../../../app/shell/notice-stack.tsx';
import { strings } from '../../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../../support/accessibility/axe-here.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { packedMap } from '../../../support/packs/kept-pack.ts';
import { answerCalls, type HeardCall, refusal } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { mediaLink } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const words = myDropsStrings;
const bench = {
  id: 11,
  appelation: 'Le banc',
  type: 'la',
  feature: { type: 'Point', coordinates: [2.34, 48.85] },
  map: { id: 7 },
  userId: 3,
  media: null,
};

const keptDraft = showRecord(
  {
    ...createRecord(
      {
        ...{ mapId: ParcoursId.parse(7), geometry: { type: 'Point', coordinates: [2.34, 48.85] }, title: 'Le vent' },
        ...{ placeId: null, audio: { recordingId: 'a' }, fileName: null, sessionId: null, isDraft: true },
      },
      'an-id',
      UserId.parse(3),
    ),
    ...{ placeId: PlaceId.parse(bench.id), askedAsDraft: true, isSent: true },
  },
  undefined,
  undefined,
);

const root = rootPerTest('main', () => {
  forgetMyDrops();
  Object.assign(outbox, NOTHING_WAITS());
  notices.shown = [];
  shown.length = 0;
  written.length = 0;
  Object.assign(location, { status: 'idle', problem: null, fix: null, isFalse: false });
  parcours.list = ref([]);
  session.user = null;
  parcours.selectedIds = [];
});
beforeEach(() => {
  session.user = { id: UserId.parse(3), name: 'Dina', email: 'dina@example.org', role: 'user', picture: null };
});

const shown: number[] = [];
const written: number[] = [];
const changed = { ...bench, appelation: 'Le banc', media_data: null };

function show(answer: unknown, others: object = { 'PUT /v1/place/places': changed }): HeardCall[] {
  const heard = answerCalls({ 'GET /v1/drop/user/3': answer, ...others });
  root.render(
    <MemoryRouter>
      <MyDropsScreen onShow={({ id }) => shown.push(id)} onTexts={({ id }) => written.push(id)} />
      <NoticeStack />
    </MemoryRouter>,
  );
  return heard;
}

it('a drop that could not be deleted reappears, with the reason', async () => {
  show({ drops: [bench] });
  const heading = page.getByRole('heading', { name: 'Le banc' });
  await page.getByRole('button', { name: words.options('Le banc') }).click();
  await expect.element(page.getByRole('menuitem', { name: words.delete })).toBeVisible();
  expect(await faultsHereInBothLooks()).toEqual([]);
  await page.getByRole('menuitem', { name: words.delete }).click();
  await expect.element(heading).not.toBeInTheDocument();
  finishRemovals();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.deletionFailed(strings.errors.network));
  await expect.element(heading).toBeVisible();
});

it('drops with audio are accessible at every size, and the deletion of one to undo in both looks', async () => {
  const read = async (file: string) =>
    (await fetch(new URL(`../../../fixtures/audio/${file}`, import.meta.url))).blob();
  const media = { data: mediaLink({ peaks: '/v1/media/a.dat' }) };
  const [waveform, sound] = await Promise.all([read('peaks/mono-256-16bit.dat'), read('conforming-mono.wav')]);
  show(
    { drops: [bench, { ...bench, id: 12, appelation: 'Le pont', media }] },
    {
      'GET /v1/place/12': { ...bench, id: 12, media_data: media.data },
      'GET /v1/media/a.dat': new Response(waveform),
      'GET /v1/media/a.wav': new Response(sound),
    },
  );
  const load = page.getByRole('button', { name: dropStrings.actOf(words.load, 'Le pont'), exact: true });
  await expect.element(load).toHaveTextContent(words.load);
  await load.click();
  // The tap that loads it also plays it.
  await expect.element(page.getByRole('button', { name: /^(Pause|Écouter l’audio)\s: Le pont$/ })).toBeVisible();
  const bars = page.getByRole('img').element();
  await expect.poll(() => bars.firstElementChild?.shadowRoot?.querySelector('canvas')).toBeTruthy();
  expect(await screenFaultsHere()).toEqual([]);
  await page.getByRole('button', { name: words.options('Le banc') }).click();
  await page.getByRole('menuitem', { name: words.delete }).click();
  // It stays while it has the focus, however long it is looked at.
  const undo = page.getByRole('button', { name: strings.app.undo });
  await expect.element(undo).toBeVisible();
  (undo.element() as HTMLElement).focus();
  expect(await faultsHereInBothLooks(true)).toEqual([]);
  await undo.click();
  await expect.element(page.getByRole('heading', { name: 'Le banc' })).toBeVisible();
});

it('says that there are no drops', async () => {
  show({ drops: [] });
  await expect.element(page.getByText(words.empty)).toBeVisible();
  expect(await faultsHereInBothLooks()).toEqual([]);
});

it('says that only the chosen map has none, and links to the drops of the others', async () => {
  parcours.selectedIds = [ParcoursId.parse(8)];
  show({ drops: [] }, { 'GET /v1/drop/user/3?mapIds=8': { drops: [] }, 'GET /v1/drop/user/3': { drops: [bench] } });
  await page.getByRole('switch', { name: words.everywhere }).click();
  await expect.element(page.getByText(words.emptyHere)).toBeVisible();
  expect(page.getByText(words.empty).elements()).toEqual([]);
  expect(await faultsHereInBothLooks()).toEqual([]);
  await page.getByRole('button', { name: words.showEverywhere }).click();
  await expect.element(page.getByRole('heading', { name: 'Le banc' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: words.everywhere })).toBeChecked();
});

it('shows what an editor has answered once the page is visible again', async () => {
  const answer = { drops: [{ ...bench, held: 'waiting' }] };
  show(answer);
  await expect.element(page.getByText(words.held.waiting)).toBeVisible();
  answer.drops = [{ ...bench, held: 'refused' }];
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByText(words.held.refused)).toBeVisible();
});

it('says that the drops could not be loaded', async () => {
  show(refusal('internal', 500));
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(await faultsHereInBothLooks()).toEqual([]);
});

describe('a drop that is not a draft', () => {
  const refused = { ...bench, held: 'refused' };
  const correct = async (): Promise<void> => {
    await page.getByRole('button', { name: words.options('Le banc') }).click();
    await page.getByRole('menuitem', { name: words.correct }).click();
  };
  const sheet = page.getByRole('dialog');
  const sentBy = (heard: readonly HeardCall[]) =>
    heard.filter(({ call }) => call === 'PUT /v1/place/places').map(({ body }) => body);

  it('is renamed and moved to where the person is, and both can be undone', async () => {
    location.fix = { lng: 2.35, lat: 48.86, accuracyM: 6.4, headingDeg: null, speedMps: null, timestampMs: 0 };
    const heard = show({ drops: [bench] }, { 'PUT /v1/place/places': { ...changed, appelation: 'Le vieux banc' } });
    await correct();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await expect.element(sheet.getByText(words.correction.moveHint(6.4))).toBeVisible();
    await sheet.getByRole('switch', { name: words.correction.moveHere }).click();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await sheet.getByRole('button', { name: words.correction.save }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Le vieux banc' })).toBeVisible();
    expect(notices.shown.map(({ text }) => text)).toEqual([words.correction.done('Le vieux banc', false)]);
    notices.shown[0]?.action?.run();
    await expect.element(page.getByRole('heading', { name: 'Le banc', exact: true })).toBeVisible();
    expect(sentBy(heard)).toEqual([
      { id: 11, appelation: 'Le vieux banc', feature: 'POINT (2.35 48.86)' },
      { id: 11, appelation: 'Le banc', feature: 'POINT (2.34 48.85)' },
    ]);
  });

  it('is proposed again once it is corrected after a refusal', async () => {
    show({ drops: [refused] }, { 'PUT /v1/place/places': { ...changed, held: 'waiting' } });
    await expect.element(page.getByText(words.held.refused)).toBeVisible();
    await page.getByRole('button', { name: words.correction.title('Le banc') }).click();
    await expect.element(sheet.getByText(words.correction.proposedAgain)).toBeVisible();
    const propose = sheet.getByRole('button', { name: words.correction.propose });
    await expect.element(propose).toBeDisabled();
    await expect.element(propose).toHaveAccessibleDescription(words.correction.nothingToPropose);
    expect(await screenFaultsHere()).toEqual([]);
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await propose.click();
    await expect.element(page.getByText(words.held.waiting)).toBeVisible();
    expect(page.getByText(words.published).elements()).toEqual([]);
    // The button that opened the sheet is gone.
    await expect.element(page.getByRole('button', { name: words.options('Le vieux banc') })).toHaveFocus();
  });

  it('is corrected from the message about its refusal, until it is proposed again', async () => {
    show({ drops: [refused] }, { 'PUT /v1/place/places': { ...changed, held: 'waiting' } });
    await expect.element(page.getByText(words.held.refused)).toBeVisible();
    root.render(<CorrectRefused placeId={PlaceId.parse(bench.id)} onShow={({ id }) => shown.push(id)} />);
    await page.getByRole('button', { name: words.correction.title('Le banc') }).click();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await sheet.getByRole('button', { name: words.correction.propose }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  it('keeps what was typed if it could not be corrected, and says why', async () => {
    show({ drops: [bench] }, {});
    await correct();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await sheet.getByRole('button', { name: words.correction.save }).click();
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(strings.errors.network);
    await expect.element(sheet.getByLabelText(dropStrings.name)).toHaveValue('Le vieux banc');
  });

  it('is not sent if nothing was changed, because a correction may have to be approved', async () => {
    parcours.list = ref([{ ...packedMap, id: ParcoursId.parse(7), privilege: 'drop', needs_approval: true }]);
    const heard = show({ drops: [bench] });
    await correct();
    await expect.element(sheet.getByText(words.correction.waitsAgain)).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: words.correction.save })).toBeDisabled();
    (sheet.getByLabelText(dropStrings.name).element() as HTMLInputElement).form?.requestSubmit();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await sheet.getByRole('button', { name: words.correction.save }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(sentBy(heard)).toEqual([{ id: 11, appelation: 'Le vieux banc' }]);
  });

  it('says why the position is not known', async () => {
    Object.assign(location, { status: 'denied', problem: 'denied' });
    show({ drops: [bench] });
    await correct();
    await expect.element(sheet.getByRole('status')).not.toHaveTextContent(words.correction.noPosition);
    await expect.element(sheet.getByRole('button', { name: words.correction.locate })).toBeVisible();
  });

  it('asks for the position before it can be moved', async () => {
    show({ drops: [bench] });
    await correct();
    await expect.element(sheet.getByText(words.correction.noPosition)).toBeVisible();
    await expect.element(sheet.getByRole('button', { name: words.correction.locate })).toBeVisible();
  });

  it('says why a false position, or a zone, does not move it', async () => {
    const fix = { lng: 2.35, lat: 48.86, accuracyM: 6.4, headingDeg: null, speedMps: null, timestampMs: 0 };
    Object.assign(location, { fix, isFalse: true });
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const zone = { ...bench, id: 12, appelation: 'Le parc', feature: { type: 'Polygon', coordinates: [ring] } };
    show({ drops: [bench, zone] });
    await correct();
    await expect.element(sheet.getByText(words.correction.falsePosition)).toBeVisible();
    expect(sheet.getByRole('switch').elements()).toEqual([]);
    await sheet.getByRole('button', { name: strings.app.close }).click();
    await page.getByRole('button', { name: words.options('Le parc') }).click();
    await page.getByRole('menuitem', { name: words.correct }).click();
    await expect.element(sheet.getByText(words.correction.isZone)).toBeVisible();
  });

  it('leads to its texts and versions', async () => {
    show({ drops: [bench] });
    await page.getByRole('button', { name: words.options('Le banc') }).click();
    await page.getByRole('menuitem', { name: manageStrings.texts.open }).click();
    await expect.poll(() => written).toEqual([bench.id]);
  });

  it('gets another file on the map, with which what was typed is sent', async () => {
    const heard = show({ drops: [bench] });
    await correct();
    await expect.element(sheet.getByText(words.versions.title)).toBeVisible();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await expect.element(sheet.getByText(words.versions.title)).not.toBeInTheDocument();
    await sheet.getByRole('button', { name: words.correction.otherFile }).click();
    expect(shown).toEqual([bench.id]);
    expect(uploads.open?.replaced).toMatchObject({ id: 11, newTitle: 'Le vieux banc', isMoved: false });
    // What was sent at the click is heard before this.
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => heard.filter(({ call }) => call === 'GET /v1/drop/user/3')).toHaveLength(2);
    expect(sentBy(heard)).toEqual([]);
    endUpload();
  });

  it('is corrected without its sound on request if the microphone does not start', async () => {
    const heard = show({ drops: [refused] }, { 'PUT /v1/place/places': { ...changed, held: 'waiting' } });
    await page.getByRole('button', { name: words.correction.title('Le banc') }).click();
    await sheet.getByLabelText(dropStrings.name).fill('Le vieux banc');
    await expect.element(sheet.getByText(dropStrings.withSound('Le vieux banc', false))).toBeVisible();
    await sheet.getByRole('button', { name: words.correction.recordAgain }).click();
    await expect.element(sheet.getByRole('alert')).toHaveTextContent(words.correction.withoutMicrophone);
    await expect.element(sheet.getByLabelText(dropStrings.name)).toHaveValue('Le vieux banc');
    expect(await screenFaultsHere()).toEqual([]);
    await sheet.getByRole('button', { name: words.correction.withoutSound }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(sentBy(heard)).toEqual([{ id: 11, appelation: 'Le vieux banc' }]);
  });

  const version = {
    ...{
      id: 5,
      appelation: 'Le premier banc',
      feature: bench.feature,
      sound: { length: 83 },
      changed: ['title', 'sound'],
    },
    ...{ replacedAt: '2026-11-20T10:12:00.000Z', replacedBy: { isSelf: false, name: 'Ana' } },
  };
  const restoredBench = { ...bench, appelation: 'Le premier banc', media_data: mediaLink({}) };

  it('can be what it was before, and what it was until then', async () => {
    const mine = { ...version, id: 6, appelation: 'Le banc', replacedBy: { isSelf: true, name: 'Dina' } };
    const answers = { versions: [version] };
    const heard = show(
      { drops: [bench] },
      {
        'GET /v1/place/11/versions': answers,
        'POST /v1/place/11/versions/5': () => {
          answers.versions.unshift({ ...mine, replacedAt: new Date().toISOString() });
          return restoredBench;
        },
        'POST /v1/place/11/versions/6': changed,
      },
    );
    await correct();
    await sheet.getByText(words.versions.title).click();
    await expect
      .element(sheet.getByText(words.versions.changed(['title', 'sound'], version.replacedBy as never)))
      .toBeVisible();
    await expect.element(sheet.getByText(words.versions.sound('1:23'))).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await sheet.getByRole('button', { name: /Rétablir/ }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { name: 'Le premier banc' })).toBeVisible();
    await expect.poll(() => notices.shown[0]?.action).toBeDefined();
    notices.shown[0]?.action?.run();
    await expect.element(page.getByRole('heading', { name: 'Le banc', exact: true })).toBeVisible();
    await expect
      .poll(() => heard.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call))
      .toEqual(['POST /v1/place/11/versions/5', 'POST /v1/place/11/versions/6']);
  });

  it('is shown on the map', async () => {
    parcours.list = ref([{ ...packedMap, id: ParcoursId.parse(7) }]);
    show({ drops: [bench] });
    await page.getByRole('button', { name: words.options('Le banc') }).click();
    await page.getByRole('menuitem', { name: words.showOnMap }).click();
    expect(shown).toEqual([bench.id]);
  });
});

describe('a draft', () => {
  const draft = { ...bench, appelation: 'drop', draft: true };

  it('says that nobody else sees it, and can be published with a title', async () => {
    const heard = show({ drops: [draft] });
    await expect.element(page.getByText(draftStrings.hint)).toBeVisible();
    expect(heard.map(({ call }) => call)).toEqual(['GET /v1/drop/user/3']);
    await page.getByLabelText(dropStrings.name).fill(' Le banc ');
    await page.getByRole('button', { name: draftStrings.publishOf('drop') }).click();
    await expect.element(page.getByRole('heading', { name: 'Le banc' })).toBeVisible();
    await expect.element(page.getByText(draftStrings.hint)).not.toBeInTheDocument();
    expect(heard.at(-1)).toMatchObject({ call: 'PUT /v1/place/places', body: { id: 11 } });
  });

  it('stays a draft if publishing fails, with the reason', async () => {
    show({ drops: [draft] }, {});
    await page.getByRole('button', { name: draftStrings.publishOf('drop') }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(recordStrings.nameFailed(strings.errors.network));
    await expect.element(page.getByText(draftStrings.hint)).toBeVisible();
  });

  it('that is on this device is listed once, with its waiting entry', async () => {
    outbox.items = ref([keptDraft]);
    show({ drops: [draft, { ...bench, id: 12 }] });
    await expect.element(page.getByRole('heading', { name: draftStrings.count(1) })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Le banc' })).toBeVisible();
    await expect.element(page.getByText(draftStrings.hint)).toBeVisible();
    expect(page.getByText(draftStrings.hint).elements()).toHaveLength(1);
    await expect.element(page.getByLabelText(dropStrings.name)).toHaveValue('Le vent');
  });
});

it('a drop whose light version is being made is checked again until that is ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rendition = { link: '/v1/media/a.m4a', type: 'audio/mp4', bytes: 500_000 };
  let media = mediaLink();
  let looks = 0;
  show(() => {
    looks += 1;
    return { drops: [{ ...bench, media: { data: media } }] };
  });
  await page.getByRole('button', { name: words.options('Le banc') }).click();
  await page.getByRole('menuitem', { name: words.showFacts }).click();
  await until(() => expect(document.body.textContent).toContain(audioFacts.renditionDue));
  expect(looks).toBe(1);
  media = mediaLink({ rendition });
  vi.advanceTimersByTime(5000);
  await until(() => expect(document.body.textContent).toContain(audioFacts.renditionReady(rendition.bytes)));
  vi.advanceTimersByTime(3_600_000);
  expect(looks).toBe(2);
});
