import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { screenWake } from '../../page/screen-wake.ts';
import { playSignal, unlockSignals } from '../../platform/audio/signals.ts';
import { Scope } from '../../platform/scope.ts';
import { PocketSignal } from '../../platform/storage/storage.ts';
import { useBackCloses } from '../../ui/back.ts';
import { classNames } from '../../ui/class-names.ts';
import { SwitchRow } from '../../ui/switch-row.tsx';
import typography from '../../ui/typography.module.css';
import { leavePocket, pocket, signalSettings, switchSignal } from './pocket.ts';
import styles from './pocket-screen.module.css';
import { pocketStrings } from './pocket-words.ts';

/** The line moves once a second: a style change costs one frame, a CSS animation in steps costs sixty. */
const LINE_STEP_MS = 1000;
/** The line moves down the screen in two minutes. */
const LINE_STEPS = 120;
/** With reduced motion, it jumps only this often. */
const RARE_STEPS = 30;
/** The ring moves by a few pixels a minute: near enough for the thumb, but no pixel is lit all day. */
const SHIFT_STEPS = 60;
const SHIFT_PX = 4;
const SHIFTS = 4;
/** Time to read how to leave, and that the screen may turn off: at first, and after each touch. */
export const HINT_MS = 10_000;
const RING_RADIUS_PX = 44;
const RING_LENGTH_PX = 2 * Math.PI * RING_RADIUS_PX;

/** The black screen of pocket mode, above everything. Renders nothing while that is off. */
export function PocketScreen() {
  const { isOn } = useSnapshot(pocket);
  return isOn ? createPortal(<BlackScreen />, document.body) : null;
}

function BlackScreen() {
  const dialog = useRef<HTMLDialogElement>(null);
  const ring = useRef<HTMLButtonElement>(null);
  const { lock } = useSnapshot(screenWake);
  const [heldPart, setHeldPart] = useState(0);
  const [showsHint, setShowsHint] = useState(true);
  /** A live region is read when its text changes, so it is filled after it is shown. */
  const [title, setTitle] = useState('');
  // A pocket may also press the back button: nothing happens.
  useBackCloses(true, () => {});

  useEffect(() => {
    const [screen, button] = [dialog.current, ring.current];
    if (screen === null || button === null) return;
    const opener = screen.ownerDocument.activeElement;
    const scope = new Scope();
    const show = (): void => {
      if (!screen.open) screen.showModal();
      button.focus({ preventScroll: true });
    };
    show();
    setTitle(pocketStrings.title);
    // A phone's back button closes a dialog regardless of the page; a pocket may press it, too.
    scope.listen(screen, 'close', show);
    scope.listen(screen, 'cancel', (event) => event.preventDefault());
    scope.listen(button, 'blur', () => scope.timeout(show, 0));
    holdToLeave(scope, button, setHeldPart, leavePocket);
    let fading = scope.timeout(() => setShowsHint(false), HINT_MS);
    const showHint = (): void => {
      fading();
      setShowsHint(true);
      fading = scope.timeout(() => setShowsHint(false), HINT_MS);
    };
    // A person who has forgotten how to leave sees it again; pressing fabric has no other effect.
    for (const type of ['pointerdown', 'keydown']) {
      scope.listen(screen.ownerDocument, type, showHint, { capture: true });
    }
    let steps = 0;
    scope.interval(() => {
      steps += 1;
      move(screen.style, steps);
    }, LINE_STEP_MS);
    return () => {
      scope.dispose();
      screen.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog ref={dialog} className={styles.screen} aria-label={pocketStrings.title}>
      <div className={styles.line} aria-hidden />
      <p role="status" className="visually-hidden">
        {title}
      </p>
      <div className={styles.foot}>
        <p className={classNames(styles.hint, !showsHint && heldPart === 0 && styles.faded)}>
          <span id="pocket-hint">{pocketStrings.leaveHint}</span>
          {lock !== 'held' && (
            <span role="status" className={styles.warning}>
              {pocketStrings.screenMayTurnOff}
            </span>
          )}
        </p>
        <button ref={ring} type="button" className={styles.ring} aria-labelledby="pocket-hint">
          <svg viewBox="0 0 96 96" width={96} height={96} aria-hidden>
            <circle cx={48} cy={48} r={RING_RADIUS_PX} className={styles.track} />
            <circle
              cx={48}
              cy={48}
              r={RING_RADIUS_PX}
              className={styles.progress}
              strokeDasharray={`${heldPart * RING_LENGTH_PX} ${RING_LENGTH_PX}`}
            />
          </svg>
        </button>
        {/* Remains when the hint fades, so that the phone doesn't seem to be off. The ring's name says more. */}
        <span className={styles.hold} aria-hidden>
          {pocketStrings.hold}
        </span>
      </div>
    </dialog>
  );
}

function move(style: CSSStyleDeclaration, steps: number): void {
  style.setProperty('--line', String((steps % LINE_STEPS) / LINE_STEPS));
  style.setProperty('--rare-line', String(((steps - (steps % RARE_STEPS)) % LINE_STEPS) / LINE_STEPS));
  style.setProperty('--shift', `${(Math.floor(steps / SHIFT_STEPS) % SHIFTS) * SHIFT_PX}px`);
}

/** How long the ring must be held. Fabric pressing on the screen doesn't stay still that long. */
export const HOLD_MS = 1500;
/** How often the progress is drawn: ten frames a second are enough. */
const PROGRESS_STEP_MS = 100;

/** Events that would zoom, scroll, select or open a menu. */
const SWALLOWED = [
  ...['touchstart', 'touchmove', 'touchend', 'wheel', 'gesturestart', 'contextmenu', 'selectstart', 'dragstart'],
  ...['mousedown', 'mouseup', 'click', 'auxclick', 'dblclick', 'beforeinput', 'keydown', 'keyup', 'keypress'],
];

/**
 * Captures every touch, swipe and key of the page until `scope` is disposed; only holding `ring` has an effect: with a
 * pointer that stays on it, or with the space bar or Enter.
 *
 * @param onHolding called with the fraction of the time that the ring has been held, 0 when it is released
 * @param onLeave called once it was held for {@link HOLD_MS}
 */
export function holdToLeave(
  scope: Scope,
  ring: HTMLElement,
  onHolding: (part: number) => void,
  onLeave: () => void,
): void {
  let hold = new Scope();
  scope.add(() => hold.dispose());

  function begin(): void {
    hold.dispose();
    hold = new Scope();
    let heldMs = 0;
    onHolding(PROGRESS_STEP_MS / HOLD_MS);
    hold.interval(() => {
      heldMs += PROGRESS_STEP_MS;
      onHolding(Math.min(1, (heldMs + PROGRESS_STEP_MS) / HOLD_MS));
    }, PROGRESS_STEP_MS);
    hold.timeout(() => {
      cancel();
      onLeave();
    }, HOLD_MS);
  }

  function cancel(): void {
    hold.dispose();
    onHolding(0);
  }

  const page = ring.ownerDocument;
  for (const type of SWALLOWED) {
    const swallow = (event: Event): void => {
      if (event.cancelable) event.preventDefault();
      event.stopPropagation();
    };
    scope.listen(page, type, swallow, { capture: true, passive: false });
  }
  scope.listen<PointerEvent>(ring, 'pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    // Otherwise a touch would belong to the ring wherever it moves, and never leave it.
    if (ring.hasPointerCapture(event.pointerId)) ring.releasePointerCapture(event.pointerId);
    begin();
  });
  for (const type of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) scope.listen(ring, type, cancel);
  const capture = { capture: true };
  scope.listen<KeyboardEvent>(
    page,
    'keydown',
    ({ key, repeat }) => {
      if (!repeat && isHoldKey(key) && page.activeElement === ring) begin();
    },
    capture,
  );
  scope.listen<KeyboardEvent>(
    page,
    'keyup',
    ({ key }) => {
      if (isHoldKey(key)) cancel();
    },
    capture,
  );
}

function isHoldKey(key: string): boolean {
  return key === ' ' || key === 'Enter';
}

/** A switch for each sound of pocket mode; switching one on plays it. */
export function SignalSwitches() {
  const { silenced } = useSnapshot(signalSettings);
  return (
    <>
      <p className={typography.hint}>{pocketStrings.signalsHint}</p>
      {PocketSignal.options.map((signal) => (
        <SwitchRow
          key={signal}
          label={pocketStrings.signalNames[signal]}
          checked={!silenced.includes(signal)}
          onChange={(isOn) => {
            switchSignal(signal, isOn);
            if (!isOn) return;
            unlockSignals();
            void playSignal(signal);
          }}
        />
      ))}
    </>
  );
}
