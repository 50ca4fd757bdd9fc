import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { keptScreen } from '../../page/kept-screen.ts';
import { Scope } from '../../platform/scope.ts';
import { useBackCloses } from '../../ui/back.ts';
import { classNames } from '../../ui/class-names.ts';
import { holdToLeave } from './hold-to-leave.ts';
import { leavePocket, pocket } from './pocket.ts';
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
  const { lock } = useSnapshot(keptScreen);
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
      </div>
    </dialog>
  );
}

function move(style: CSSStyleDeclaration, steps: number): void {
  style.setProperty('--line', String((steps % LINE_STEPS) / LINE_STEPS));
  style.setProperty('--rare-line', String(((steps - (steps % RARE_STEPS)) % LINE_STEPS) / LINE_STEPS));
  style.setProperty('--shift', `${(Math.floor(steps / SHIFT_STEPS) % SHIFTS) * SHIFT_PX}px`);
}
