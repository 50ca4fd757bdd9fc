import type { PositionSilence, Silence } from '../../../state/walk/nearby/silence.ts';
import { nearbyStrings } from '../../../words/listen/nearby.ts';
import { walkStrings } from '../../../words/listen/walk.ts';
import { locationStrings } from '../../../words/location.ts';

/** What the walk's own controls say. */
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

/** Whether no position has come. */
export function isUnanswered({ why }: Silence): boolean {
  return why === 'searching' || why === 'no-position';
}

/**
 * What is said of a silence in a line of its own; null where the player or the walk's controls say it.
 *
 * @param name of the place where the walker is
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
