import { Scope } from '../../platform/scope.ts';
import { startOutbox } from '../../state/drops/outbox.ts';
import { startRecorder, stopRecording } from '../../state/drops/recorder.ts';
import { startPlaces } from '../../state/places/places.ts';
import { startCompass } from '../../state/position/compass-service.ts';
import { startLocation } from '../../state/position/location.ts';
import { forgetRehearsal } from '../../state/rehearsal/rehearsal.ts';
import { startSpoofer } from '../../state/rehearsal/spoofer.ts';
import { duringSession } from '../../state/session/session.ts';
import { pauseStory, startListening, switchOnSite } from '../../state/walk/listening.ts';
import { startMediaControls } from '../../state/walk/media-controls.ts';
import { startPlaceRefresh } from '../../state/walk/place-refresh.ts';
import { startPrefetch } from '../../state/walk/story-prefetch.ts';

const page = new Scope();
let isRunning = false;

/**
 * Runs what must survive a screen that throws, for as long as somebody is logged in: places, position, player, recorder and
 * outbox. Calling it again does nothing.
 */
export function runServices(): void {
  if (isRunning) return;
  isRunning = true;
  page.add(duringSession(({ id }) => id, startWalking));
  page.add(
    duringSession(
      ({ id, role }) => (role === 'guest' ? null : id),
      (scope, userId) => {
        startRecorder(scope, userId);
        startOutbox(scope, userId);
      },
    ),
  );
}

/** Ends what is heard and recorded: for screens that have no way to stop it. A recording is kept. */
export function fallSilent(): void {
  void stopRecording();
  pauseStory();
  switchOnSite(false);
}

function startWalking(scope: Scope): void {
  startPlaces(scope);
  startPlaceRefresh(scope);
  startListening(scope);
  startMediaControls(scope);
  startPrefetch(scope);
  startLocation(scope);
  startSpoofer(scope);
  scope.add(forgetRehearsal);
  startCompass(scope);
}

// A module replaced by the dev server would otherwise leave its timers behind.
import.meta.hot?.dispose(() => page.dispose());
