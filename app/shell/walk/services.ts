import { subscribeKey } from 'valtio/utils';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { Scope } from '../../platform/scope.ts';
import { startDrops } from '../../state/drops/own-drops.ts';
import { stopRecording } from '../../state/drops/recording/recorder.ts';
import { followSelection } from '../../state/maps/parcours.ts';
import { welcome } from '../../state/maps/welcome.ts';
import { startKeptMaps } from '../../state/packs/follow-kept-maps.ts';
import { startPacks } from '../../state/packs/start-packs.ts';
import { followNetwork } from '../../state/page/network.ts';
import { startPlaces } from '../../state/places/places.ts';
import { startCompass } from '../../state/position/compass-service.ts';
import { startLocation } from '../../state/position/location.ts';
import { forgetRehearsal } from '../../state/rehearsal/rehearsal-tool.ts';
import { startSpoofer } from '../../state/rehearsal/spoofer.ts';
import { duringSession } from '../../state/session/session.ts';
import { pauseStory, switchOnSite } from '../../state/walk/listening.ts';
import { startWalkServices } from '../../state/walk/walk-services.ts';
import { noteConsents } from './note-consents.ts';
import { startPackOffer } from './pack-offer.ts';

/** Owns what runs; null until it does. */
let running: Scope | null = null;

/**
 * Runs the services that must survive the crash of a screen, during a login: places, position, player, recorder,
 * outbox. Calling it again does nothing.
 */
export function runServices(): void {
  if (running !== null) return;
  running = new Scope();
  followNetwork(running);
  running.add(duringSession(({ id }) => id, startServices));
  running.add(duringSession(({ id, role }) => (role === 'guest' ? null : id), startDrops));
}

/** Stops playback, recording and audio-guide mode: for screens without their controls. The recording is stored. */
export function stopSound(): void {
  void stopRecording();
  pauseStory();
  switchOnSite(false);
}

function startServices(scope: Scope, userId: UserId): void {
  startPacks(scope, userId);
  followSelection(scope);
  startKeptMaps(scope);
  startPlaces(scope);
  startWalkServices(scope);
  startPackOffer(scope);
  startLocationWithoutWelcome(scope);
  startSpoofer(scope);
  scope.add(forgetRehearsal);
  startCompass(scope);
  noteConsents(scope);
}

/**
 * A welcome explains the purpose of the position, so the browser asks once the person has chosen an action that needs
 * it, and not when they leave the welcome in another way. Without a welcome, the service asks as soon as it starts.
 */
function startLocationWithoutWelcome(scope: Scope): void {
  let wasWelcomed = welcome.mapId !== null;
  scope.add(
    subscribeKey(welcome, 'mapId', () => {
      wasWelcomed = true;
    }),
  );
  startLocation(scope, () => !wasWelcomed);
}

// Hot replacement would otherwise leave the old module's timers running.
import.meta.hot?.dispose(() => running?.dispose());
