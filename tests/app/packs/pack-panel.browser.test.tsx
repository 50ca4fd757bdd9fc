import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PackPanel } from '../../../app/packs/pack-panel.tsx';
import type { PackView } from '../../../app/packs/pack-view.ts';
import { packs } from '../../../app/packs/packs.ts';
import { network } from '../../../app/page/network.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { offlineMode, switchOfflineMode } from '../../../app/page/offline.ts';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import '../../../app/ui/base.css';
import '../../../app/ui/tokens.css';
import { packStrings as words } from '../../../app/packs/packs-words.ts';
import { installStrings } from '../../../app/page/install-words.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { callBrowser, forgetAgent, IPHONE_AGENT } from '../../support/page/other-browsers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { packView } from '../../support/samples/packs.ts';

const id = ParcoursId.parse(7);
const root = rootPerTest('main', () => {
  Object.assign(packs, { byMap: {}, bytes: 0, grant: null, isPersisted: null });
  network.isOnline = true;
  switchOfflineMode(false);
  notices.shown = [];
});

function show(given: Partial<PackView> = {}): void {
  packs.byMap = { [id]: packView(given) };
  root.render(
    <>
      <PackPanel parcoursId={id} name="Le quai" />
      <NoticeStack />
    </>,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the pack of a map', () => {
  it('shows its size and the device’s quota before any download', async () => {
    packs.grant = { quotaBytes: 2_000_000_000, usedBytes: 800_000_000 };
    show();
    await expect.element(button('Télécharger · 6,4\u00a0Mo')).toBeVisible();
    await expect.element(page.getByText('28\u00a0fichiers')).toBeVisible();
    await expect.element(page.getByText(words.free(1_200_000_000))).toBeVisible();
    await expect.element(page.getByText(words.persistReason)).toBeVisible();
  });

  it('says that the device has too little space for it', async () => {
    packs.grant = { quotaBytes: 9_000_000, usedBytes: 6_000_000 };
    show();
    await expect.element(page.getByRole('alert').getByText(words.tooLittleRoom(3_000_000))).toBeVisible();
  });

  it('announces that a download is running, but not each step', async () => {
    show({ phase: 'downloading', bytesHere: 1_600_000, filesHere: 7 });
    const bar = page.getByRole('progressbar', { name: words.progress });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
    await expect.element(page.getByText(words.bytesDone(1_600_000, 6_400_000))).toBeVisible();
    await expect.element(page.getByText(words.filesDone(7, 28))).toBeVisible();
    const heard: (string | null)[] = [];
    const observers = [...document.querySelectorAll('[aria-live]')].map((region) => {
      const observer = new MutationObserver(() => heard.push(region.textContent));
      observer.observe(region, { subtree: true, childList: true, characterData: true });
      return observer;
    });
    Object.assign(packs.byMap[id] ?? {}, { bytesHere: 3_200_000, filesHere: 14 });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
    expect(heard).toEqual([]);
    Object.assign(packs.byMap[id] ?? {}, { phase: 'none', isWhole: true });
    await expect.element(page.getByText(words.status.whole)).toBeVisible();
    expect(heard).toEqual([words.status.whole]);
    for (const observer of observers) observer.disconnect();
  });

  it('keeps the focus on its one main button while a download begins, pauses and ends', async () => {
    show();
    await expect.element(button('Télécharger · 6,4\u00a0Mo')).toBeVisible();
    await userEvent.tab();
    packs.byMap[id] = packView({ phase: 'downloading' });
    await expect.element(button(words.pause)).toHaveFocus();
    packs.byMap[id] = packView({ phase: 'paused' });
    await expect.element(button(words.resume)).toHaveFocus();
    packs.byMap[id] = packView({ isWhole: true });
    await expect.element(page.getByText(words.status.whole)).toHaveFocus();
  });

  it.each([
    [{ phase: 'failed', failure: 'full' }, words.failures.full, words.retry],
    [{ phase: 'failed', failure: 'server' }, words.failures.server, words.retry],
    [{ phase: 'failed', failure: 'offline' }, words.failures.offline, words.retry],
    [{ isWhole: true, isDamaged: true }, words.damagedHint, words.repair],
    [{ isWhole: true, hasUpdate: true, bytesHere: 4_300_000 }, words.outdatedHint, words.updateOf(2_100_000)],
    [{ phase: 'paused', bytesHere: 10 }, words.resumeHint, words.resume],
  ] as const)('as %o explains the problem and the remedy', async (given, text, act) => {
    show(given);
    await expect.element(page.getByText(text)).toBeVisible();
    await expect.element(button(act)).toBeVisible();
  });

  it('offers nothing if the browser cannot store a pack', async () => {
    show({ phase: 'failed', failure: 'unsupported' });
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.failures.unsupported);
    expect(page.getByRole('button').elements()).toEqual([]);
  });

  it('is removed only after a confirmation; cancelling returns the focus to the button', async () => {
    show({ isWhole: true, bytesHere: 6_400_000 });
    const question = page.getByRole('alertdialog', { name: words.removal('Le quai').title });
    await button(words.remove).click();
    await question.getByRole('button', { name: words.removal('Le quai').cancel }).click();
    await expect.element(button(words.remove)).toHaveFocus();
    expect(page.getByText(words.removed('Le quai')).elements()).toEqual([]);
    await button(words.remove).click();
    await question.getByRole('button', { name: words.remove }).click();
    await expect.element(page.getByText(words.removed('Le quai'))).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
  });

  it('is not downloaded in off-line mode, and offers to end that', async () => {
    switchOfflineMode(true);
    show();
    await expect.element(page.getByText(words.offlineModeHint)).toBeVisible();
    await button(words.goOnline).click();
    await expect.element(button('Télécharger · 6,4\u00a0Mo')).toHaveFocus();
    expect(offlineMode.isOn).toBe(false);
  });

  it('says how long Safari stores it, and how to install the app', async () => {
    callBrowser(IPHONE_AGENT);
    show();
    await expect.element(page.getByText(installStrings.forPacks.ios)).toBeVisible();
    forgetAgent();
  });

  it('shows the space of all packs, and whether the browser keeps them', async () => {
    Object.assign(packs, { bytes: 12_400_000, grant: { quotaBytes: 2e9, usedBytes: 8e8 }, isPersisted: false });
    show({ isWhole: true });
    await expect.element(page.getByText(words.sumAndFree(12_400_000, 1_200_000_000))).toBeVisible();
    await expect.element(page.getByText(words.notPersisted)).toBeVisible();
    await expect.element(button(words.askToPersist)).toBeVisible();
    packs.isPersisted = true;
    await expect.element(page.getByText(words.persisted)).toBeVisible();
    await expect.element(button(words.askToPersist)).not.toBeInTheDocument();
  });

  it.each([
    [{}],
    [{ phase: 'downloading', bytesHere: 10 }],
    [{ phase: 'failed', failure: 'full' }],
    [{ isWhole: true, hasUpdate: true }],
  ] as const)('as %o has no accessibility fault that axe finds', async (given) => {
    Object.assign(packs, { bytes: 12_400_000, isPersisted: false });
    show(given);
    await expect.element(page.getByText(words.notPersisted)).toBeVisible();
    expect(await faultsHere()).toEqual([]);
  });
});
