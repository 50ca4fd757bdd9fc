import type {} from '@vitest/browser-playwright';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Scope } from '../../../../app/platform/scope.ts';
import { walkNote } from '../../../../app/platform/storage/tab-notes.ts';
import { startListening, switchOnSite } from '../../../../app/walk/listening.ts';
import { enterPocket, leavePocket, pocket } from '../../../../app/walk/pocket/pocket.ts';
import { HINT_MS, HOLD_MS, PocketScreen } from '../../../../app/walk/pocket/pocket-screen.tsx';
import { pocketStrings } from '../../../../app/walk/pocket/pocket-words.ts';
import { WalkPill } from '../../../../app/walk/walk-pill.tsx';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { until } from '../../../support/until.ts';

const root = rootPerTest('div', () => {
  leavePocket();
  scope.dispose();
  walkNote.forget();
});
let scope: Scope;
/** The number of presses of the button below the black screen. */
let presses: number;

beforeEach(async () => {
  await page.viewport(390, 844);
  scope = new Scope();
  startListening(scope);
  presses = 0;
  root.render(
    <>
      <button type="button" style={{ position: 'fixed', inset: 0 }} onClick={() => presses++}>
        Dessous
      </button>
      <div style={{ position: 'relative' }}>
        <WalkPill />
      </div>
      <PocketScreen />
    </>,
  );
  switchOnSite(true);
});

const ring = page.getByRole('button', { name: pocketStrings.leaveHint });

async function enter(): Promise<void> {
  await page.getByRole('button', { name: pocketStrings.enter }).click();
  await expect.element(ring).toHaveFocus();
}

/** The middle of the ring. */
function ringAt(): { x: number; y: number } {
  const { left, top, width, height } = ring.element().getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The browser's own mouse, on the page of this test. */
function point(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', { x, y }: { x: number; y: number }) {
  const { left, top } = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return cdp().send('Input.dispatchMouseEvent', {
    ...{ type, x: left + x, y: top + y, clickCount: 1 },
    ...{ button: 'left', buttons: type === 'mouseReleased' ? 0 : 1 },
  });
}

const isHolding = (): boolean =>
  !document.querySelector('dialog circle:last-child')?.getAttribute('stroke-dasharray')?.startsWith('0 ');

/** Runs the timers due after this time. */
function later(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  return {
    pass(ms) {
      vi.advanceTimersByTime(ms);
      vi.useRealTimers();
    },
  };
}

describe('the black screen', () => {
  it('says what it is and how to leave, and moves nothing below it', async () => {
    await enter();
    const screen = page.getByRole('dialog', { name: pocketStrings.title });
    await expect.element(screen).toBeVisible();
    expect(getComputedStyle(screen.element()).backgroundColor).toBe('rgb(0, 0, 0)');
    await expect.element(screen.getByRole('status').first()).toHaveTextContent(pocketStrings.title);
    await expect.element(screen.getByText(pocketStrings.leaveHint)).toBeVisible();
    await expect.element(page.getByText('Dessous')).not.toBeVisible();
    expect(await faultsHere()).toEqual([]);
  });

  it('blocks taps, short presses and keys', async () => {
    await enter();
    const { x, y } = ringAt();
    for (const at of [
      { x: 100, y: 100 },
      { x: 300, y: 400 },
      { x, y },
    ]) {
      await point('mousePressed', at);
      await point('mouseReleased', at);
    }
    await userEvent.keyboard('{Escape}{Enter} {Tab}a{F5}');
    const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    ring.element().dispatchEvent(menu);
    expect(menu.defaultPrevented).toBe(true);
    expect(pocket.isOn).toBe(true);
    expect(presses).toBe(0);
    await expect.element(ring).toHaveFocus();
  });

  it('shows again how to leave at a touch, which has no other effect', async () => {
    const clock = later();
    enterPocket();
    await expect.poll(() => document.querySelector('dialog')?.open).toBe(true);
    clock.pass(HINT_MS);
    const hint = page.getByText(pocketStrings.leaveHint);
    const opacity = () => getComputedStyle(hint.element().parentElement ?? hint.element()).opacity;
    await until(() => expect(opacity()).toBe('0'));
    // Otherwise the phone would seem to be off.
    await expect.element(page.getByText(pocketStrings.hold, { exact: true })).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await point('mousePressed', { x: 60, y: 90 });
    await point('mouseReleased', { x: 60, y: 90 });
    await until(() => expect(opacity()).toBe('1'));
    expect([pocket.isOn, presses]).toEqual([true, 0]);
  });

  it('reopens if the browser closes it, as a phone’s back button does', async () => {
    await enter();
    const dialog = document.querySelector('dialog');
    dialog?.close();
    await until(() => expect(dialog?.open).toBe(true));
    expect(pocket.isOn).toBe(true);
  });

  it('closes once the ring was held for 1.5 s, and not a moment before', async () => {
    await enter();
    await point('mouseMoved', ringAt());
    const clock = later();
    ring.element().dispatchEvent(new PointerEvent('pointerdown', { isPrimary: true, bubbles: true }));
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(pocket.isOn).toBe(true);
    clock.pass(1);
    expect(pocket.isOn).toBe(false);
    await expect.element(page.getByText('Dessous')).toBeVisible();
    await expect.element(page.getByRole('button', { name: pocketStrings.enter })).toHaveFocus();
  });

  it.each(['pointerup', 'pointerleave', 'pointercancel'])('stays if the hold ends by %s', async (type) => {
    await enter();
    const clock = later();
    ring.element().dispatchEvent(new PointerEvent('pointerdown', { isPrimary: true, bubbles: true }));
    vi.advanceTimersByTime(HOLD_MS - 1);
    ring.element().dispatchEvent(new PointerEvent(type));
    clock.pass(2 * HOLD_MS);
    expect(pocket.isOn).toBe(true);
    await until(() => expect(isHolding()).toBe(false));
  });

  it('shows that the ring is held, and resets if the pointer moves off', async () => {
    await enter();
    await point('mouseMoved', ringAt());
    // Another page of this browser may take the focus, which ends a hold.
    await until(async () => {
      await point('mouseReleased', ringAt());
      await point('mousePressed', ringAt());
      expect(isHolding()).toBe(true);
    });
    await point('mouseMoved', { x: 20, y: 20 });
    await until(() => expect(isHolding()).toBe(false));
    await point('mouseReleased', { x: 20, y: 20 });
    expect(pocket.isOn).toBe(true);
  });

  it.each([' ', 'Enter'])('closes once the key "%s" was held, however often it repeats', async (key) => {
    await enter();
    const press = (type: string, repeat: boolean) =>
      ring.element().dispatchEvent(new KeyboardEvent(type, { key, repeat, bubbles: true, cancelable: true }));
    const clock = later();
    press('keydown', false);
    vi.advanceTimersByTime(HOLD_MS / 2);
    press('keyup', false);
    vi.advanceTimersByTime(HOLD_MS);
    expect(pocket.isOn).toBe(true);
    press('keydown', false);
    for (let held = 0; held < HOLD_MS - 100; held += 100) {
      vi.advanceTimersByTime(100);
      press('keydown', true);
    }
    expect(pocket.isOn).toBe(true);
    clock.pass(100);
    expect(pocket.isOn).toBe(false);
  });

  it('says that the screen may turn off if the browser does not keep it on', async () => {
    switchOnSite(false);
    vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new DOMException('Low battery', 'NotAllowedError'));
    switchOnSite(true);
    await enter();
    await expect.element(page.getByText(pocketStrings.screenMayTurnOff)).toBeVisible();
  });

  it('requests a lost wake lock again at a tap that has no other effect', async () => {
    const request = vi.spyOn(navigator.wakeLock, 'request');
    request.mockRejectedValue(new DOMException('No tap yet', 'NotAllowedError'));
    switchOnSite(false);
    switchOnSite(true);
    await enter();
    const before = request.mock.calls.length;
    await point('mousePressed', { x: 50, y: 50 });
    await point('mouseReleased', { x: 50, y: 50 });
    await until(() => expect(request.mock.calls.length).toBeGreaterThan(before));
  });
});
