import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fileFaults } from '../../../app/drops/composer/converter-words.ts';
import { DropProgress } from '../../../app/drops/drop-progress.tsx';
import { startDrops } from '../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { OutboxList } from '../../../app/drops/outbox/outbox-list.tsx';
import { createRecord } from '../../../app/drops/outbox/outbox-records.ts';
import { type DropWork, type OutboxItem, showRecord, type WaitReason } from '../../../app/drops/outbox/outbox-view.ts';
import { draftStrings, outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import { installStrings } from '../../../app/page/install-words.ts';
import { Scope } from '../../../app/platform/scope.ts';
import type { OutboxRecord } from '../../../app/platform/storage/outbox-store.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { forgetKept } from '../../support/page/kept-drops.ts';
import { callBrowser, forgetAgent, IPHONE_AGENT } from '../../support/page/other-browsers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = outboxStrings;
const record = createRecord(
  {
    mapId: ParcoursId.parse(3),
    geometry: { type: 'Point', coordinates: [2.34, 48.85] },
    title: 'Le vent',
    placeId: null,
    audio: new Blob(['RIFF']),
    fileName: 'vent.m4a',
    sessionId: null,
  },
  'an-id',
  UserId.parse(1),
);
const root = rootPerTest('main', async () => {
  await forgetKept();
});

function item(change: Partial<OutboxRecord>, live?: DropWork, reason?: WaitReason): OutboxItem {
  return showRecord({ ...record, ...change }, live, reason);
}

function show(change: Partial<OutboxRecord>, live?: DropWork, reason?: WaitReason): void {
  root.render(<DropProgress item={item(change, live, reason)} />);
}

describe('the progress of a drop', () => {
  it('says that the drop waits for its turn', async () => {
    show({});
    await expect.element(page.getByText(words.phases.queued)).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it.each(['preparing', 'converting', 'sending'] as const)('shows how much of %s is done', async (phase) => {
    show({}, { phase, progress: 0.42 });
    const bar = page.getByRole('progressbar', { name: words.phases[phase] });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '42');
    await expect.element(page.getByText('42\u00a0%')).toBeVisible();
    show({}, { phase, progress: null });
    await expect.element(bar).not.toHaveAttribute('aria-valuenow');
  });

  it('does not say that a drop is being sent before the first byte', async () => {
    show({}, { phase: 'sending', progress: 0 });
    await expect.element(page.getByText(words.phases.queued)).toBeVisible();
    expect(page.getByRole('progressbar').elements()).toEqual([]);
    show({ isDraft: true }, { phase: 'sending', progress: 0 });
    await expect.element(page.getByText(words.phases.unsaved)).toBeVisible();
    show({ isDraft: true }, { phase: 'sending', progress: 0.4 });
    await expect.element(page.getByRole('progressbar', { name: words.sendingDraft })).toBeVisible();
    await expect.element(page.getByText('40\u00a0%')).toBeVisible();
    show({ isDraft: true }, { phase: 'sending', progress: 1 });
    await expect.element(page.getByText(words.phases.sent)).toBeVisible();
    expect(page.getByRole('progressbar').elements()).toEqual([]);
  });

  it.each(['creating', 'titling'] as const)('says that it is %s', async (phase) => {
    show({}, { phase, progress: null });
    await expect.element(page.getByText(words.phases[phase])).toBeVisible();
  });

  it('counts down to the next attempt, says why it waits, and offers to try now', async () => {
    show({ attempts: 3, nextTryMs: Date.now() + 50_000 }, undefined, 'offline');
    const seconds = Array.from({ length: 50 }, (_, at) => at + 1);
    const shownS = () => seconds.find((atS) => document.body.textContent.includes(words.retryIn(atS)));
    await expect.poll(shownS).toBeGreaterThan(0);
    const firstS = shownS();
    await expect.poll(shownS).toBeLessThan(firstS ?? 0);
    await expect.element(page.getByText(words.offline)).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.retryNow })).toBeVisible();
  });

  it.each([
    ['create', 'forbidden', dropStrings.createFailed(strings.errors.forbidden), true],
    ['send', 'quota_exceeded', dropStrings.uploadFailed(strings.errors.quotaExceeded), true],
    ['title', 'forbidden', recordStrings.nameFailed(strings.errors.forbidden), true],
    ['convert', 'DamagedFileError', fileFaults.DamagedFileError, true],
    ['convert', 'EngineUnavailableError', fileFaults.EngineUnavailableError, true],
    ['convert', 'OutOfMemoryError', fileFaults.OutOfMemoryError, true],
    ['convert', 'DeviceFullError', fileFaults.DeviceFullError, true],
    ['convert', 'TranscodeFailedError', fileFaults.TranscodeFailedError, true],
    ['send', 'place-gone', words.placeGone, true],
    ['convert', 'audio-gone', words.audioGone, false],
  ] as const)('of a drop that stopped at %s (%s) says why', async (step, why, text, canRetry) => {
    show({ refusal: { step, why } });
    await expect.element(page.getByRole('alert').getByText(text)).toBeVisible();
    const retry = page.getByRole('button', { name: words.retry });
    if (canRetry) await expect.element(retry).toBeVisible();
    else await expect.element(retry).not.toBeInTheDocument();
  });
});

it.each([
  ['waits', { attempts: 3, nextTryMs: Date.now() + 60_000 }, words.retryNow],
  ['was refused', { refusal: { step: 'create', why: 'forbidden' } }, words.retry],
] as const)('a drop that %s says so if the device itself prevents another attempt', async (_, change, name) => {
  const scope = new Scope();
  startDrops(scope, record.userId);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The disk has gone', 'UnknownError');
  });
  show(change);
  await page.getByRole('button', { name }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.notStored);
  vi.restoreAllMocks();
  scope.dispose();
});

describe('the list of waiting drops', () => {
  it('contains unsent drops and drafts, by their title or file', async () => {
    const all = { isSent: true, placeId: PlaceId.parse(2), serverTitle: 'Fini' };
    const sent = item({ ...all, id: 'sent', title: 'Fini' });
    const draft = item({ ...all, id: 'draft', title: 'Le quai', isDraft: true, serverTitle: null });
    const untitled = item({ id: 'untitled', title: '' });
    root.render(<OutboxList items={[item({}), untitled, sent, draft]} />);
    await expect.element(page.getByRole('heading', { name: 'Le vent' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'vent.m4a' })).toBeVisible();
    await expect.element(page.getByText('Fini')).not.toBeInTheDocument();
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Le quai' }) });
    await expect.element(row.getByText(draftStrings.hint)).toBeVisible();
    await expect.element(page.getByRole('button', { name: draftStrings.publishOf('Le quai') })).toBeVisible();
    expect(page.getByRole('button', { name: words.export }).elements()).toHaveLength(3);
  });

  it('says how long Safari stores them, and how to install the app', async () => {
    callBrowser(IPHONE_AGENT);
    root.render(<OutboxList items={[item({})]} />);
    await expect.element(page.getByText(installStrings.forDrops.ios)).toBeVisible();
    forgetAgent();
  });
});
