import { locationStrings } from '../../position/location-words.ts';
import { walkStrings } from '../walk-words.ts';
import { nearbyStrings } from './nearby-words.ts';
import type { PositionSilence, Silence } from './silence.ts';

/** Returns the message of the walk's own controls. */
export function describePosition(silence: PositionSilence | null): string {
  switch (silence) {
    case 'lookup-failed':
      return walkStrings.lookupFailed;
    case 'searching':
      return locationStrings.requesting;
    case 'no-position':
      return walkStrings.noPosition;
    case 'nowhere':
      return walkStrings.walkingNowhere;
    case null:
      return walkStrings.walking;
  }
}

/** Whether no position has arrived. */
export function isUnanswered({ why }: Silence): boolean {
  return why === 'searching' || why === 'no-position';
}

/**
 * Returns the message of a silence for its own line; null if the player or the walk's controls show it.
 *
 * @param name of the walker's place
 * @param isInPlayer the player shows that place
 */
export function describeSilence(silence: Silence, name: string, isInPlayer: boolean): string | null {
  switch (silence.why) {
    case 'vague':
      return nearbyStrings.vague(silence.accuracyM);
    case 'searching':
    case 'no-position':
      return nearbyStrings.noAnswer;
    case 'no-audio':
      return isInPlayer ? null : nearbyStrings.noAudio(name);
    case 'autoplay-off':
      return nearbyStrings.autoplayOff;
    case 'begun':
      return isInPlayer ? null : nearbyStrings.begunOther(name);
    case 'paused':
      return nearbyStrings.paused;
    case 'heard':
      return isInPlayer ? null : nearbyStrings.heardOther(name);
    case 'not-close':
      return nearbyStrings.notClose(name);
    default:
      return null;
  }
}
