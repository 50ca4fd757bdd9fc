import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../contracts/place.ts';
import type { UserId } from '../../contracts/vocabulary.ts';
import { startDrops } from '../drops/drop-services.ts';
import { recorder, stopRecording } from '../drops/record/recorder.ts';
import { followPackMaps, startPacks } from '../packs/packs.ts';
import { followNetwork } from '../page/network.ts';
import { welcome } from '../parcours/invite/welcome.ts';
import { followSelection } from '../parcours/parcours.ts';
import { startPlaces } from '../places/places.ts';
import { startPlan } from '../places/plan.ts';
import { Scope } from '../platform/scope.ts';
import { startCompass } from '../position/compass-service.ts';
import { location, startLocation } from '../position/location.ts';
import { forgetRehearsal } from '../rehearsal/rehearsal-tool.ts';
import { startSpoofer } from '../rehearsal/spoofer.ts';
import { followAccountLanguage } from '../session/account-language.ts';
import { noteConsent } from '../session/given-consents.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { duringSession } from '../session/session.ts';
import { startWords } from '../tellings/words.ts';
import { pauseStory, startListening, switchOnSite } from '../walk/listening.ts';
import { type MediaTitles, startMediaControls } from '../walk/media-controls.ts';
import { followFromHere } from '../walk/nearby/from-here.ts';
import { followNext } from '../walk/nearby/next-story.ts';
import { followTapped } from '../walk/nearby/tapped-place.ts';
import { followPassed } from '../walk/passed-places.ts';
import { startPlaceRefresh } from '../walk/place-refresh.ts';
import { startPrefetch } from '../walk/story-prefetch.ts';
import { startPackOffer } from './pack-offer.ts';

/** What the services show, in the words of the caller. */
export interface ServiceTexts {
  readonly titles: MediaTitles;
  /** Tells that the place of the playing story was deleted. */
  readonly onStoryGone: (place: Place) => void;
}

/** Owns what runs; null until it does. */
let running: Scope | null = null;

/**
 * Runs the services that must survive the crash of a screen, while somebody is logged in: places, position, player, recorder,
 * outbox. Calling it again does nothing.
 */
export function runServices(texts: ServiceTexts): void {
  if (running !== null) return;
  running = new Scope();
  followNetwork(running);
  running.add(
    duringSession(
      ({ id }) => id,
      (scope, userId) => startServices(scope, userId, texts),
    ),
  );
  running.add(duringSession(({ id, role }) => (role === 'guest' ? null : id), startDrops));
}

/** Stops playback, recording and audio-guide mode: for screens without their controls. The recording is stored. */
export function stopSound(): void {
  void stopRecording();
  pauseStory();
  switchOnSite(false);
}

function startServices(scope: Scope, userId: UserId, { titles, onStoryGone }: ServiceTexts): void {
  startPacks(scope, userId);
  followSelection(scope);
  followPackMaps(scope);
  startPlaces(scope);
  startWords(scope);
  startPlan(scope);
  startPlaceRefresh(scope, onStoryGone);
  startListening(scope);
  startMediaControls(scope, titles);
  startPrefetch(scope);
  followPassed(scope);
  followTapped(scope);
  followFromHere(scope);
  followNext(scope);
  startPackOffer(scope);
  startLocationWithoutWelcome(scope);
  startSpoofer(scope);
  scope.add(forgetRehearsal);
  startCompass(scope);
  if (isOpenVisitor({ id: userId })) return;
  noteConsents(scope);
  followAccountLanguage(scope);
}

/**
 * A welcome explains the purpose of the position, so the browser asks once the person has chosen an action that needs
 * it, and not when they leave the welcome in another way. Without a welcome, the service asks as soon as it starts.
 */
function startLocationWithoutWelcome(scope: Scope): void {
  let wasWelcomed = welcome.parcoursId !== null;
  scope.add(
    subscribeKey(welcome, 'parcoursId', () => {
      wasWelcomed = true;
    }),
  );
  startLocation(scope, () => !wasWelcomed);
}

// Hot replacement would otherwise leave the old module's timers running.
import.meta.hot?.dispose(() => running?.dispose());

/** Reports the consent to use position or voice to the server, once the person has granted it in the browser. */
function noteConsents(scope: Scope): void {
  scope.add(
    subscribe(location, () => {
      if (location.status === 'active' || location.status === 'low_accuracy') noteConsent('position');
    }),
  );
  scope.add(
    subscribe(recorder, () => {
      if (recorder.phase === 'recording') noteConsent('voice');
    }),
  );
}
