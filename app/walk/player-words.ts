import { offlineWords } from '../page/offline-words.ts';
import type { PlayerFailure } from '../platform/audio/audio-player.ts';
import { type DistanceFromFix, isHere } from '../position/distance.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatAway } from '../ui/number-words.ts';
import type { WalkState } from './guide/walk-state.ts';
import { isUnfinished } from './walk-progress.ts';

const french = {
  player: 'Lecteur',
  play: 'Écouter',
  replay: 'Réécouter',
  pause: 'Pause',
  seek: 'Position dans l’audio',
  loading: 'Chargement de l’audio',
  noAudio: 'Pas encore d’audio ici.',
  waits: 'En attente de validation',
  close: 'Fermer le lecteur',
  chosen: 'Choisi sur la carte',
  resumed: 'Vous l’avez reprise là où elle s’était arrêtée',
  onYourWay: 'Sur votre chemin',
  inside: 'Vous y êtes',
  atDistance: (away: string) => `À ${away} de vous`,
  step: (number: number, count: number) => `Étape ${number} sur ${count}`,
  inOrder: (number: number, count: number) => `Histoire ${number} sur ${count}`,
  over: 'Écoutée jusqu’au bout',
  heard: 'Déjà écoutée\u00a0: elle ne démarre plus seule.',
  begun: 'Commencée\u00a0: elle ne démarre plus seule.',
  leftPlace: 'Vous vous êtes éloigné',
  failed: 'L’audio n’a pas pu être chargé.',
  refused: (status: number) => `L’audio n’a pas pu être chargé\u00a0: le serveur l’a refusé (${status}).`,
  skipBack: (seconds: number) => `Reculer de ${seconds}\u00a0s`,
  skipAhead: (seconds: number) => `Avancer de ${seconds}\u00a0s`,
  speed: 'Vitesse',
  times: (speed: number) => `${speed.toLocaleString('fr')}\u00a0×`,
  album: 'Drop ici',
  tapToStart: 'Toucher pour écouter',
  tapToStartHint: 'Votre navigateur attend un geste avant de jouer du son.',
  goOn: 'Reprendre l’écoute',
  goOnHint: 'Un appel ou une autre application a interrompu le son.',
} as const;

export type PlayerWords = WordsOf<typeof french>;

/** The words of the player. */
export const listenStrings = inLanguages(french, { en: async () => (await import('./player-words.en.ts')).english });

/**
 * Returns why a story is in the player, how far its place is (`away`), or that it doesn't start by itself.
 * @param inOrder said of one that follows another, instead of its position in the list
 */
export function describeReason(walk: WalkState, away: DistanceFromFix | null, inOrder?: string): string {
  if (walk.isOver) return listenStrings.over;
  if (walk.reason === 'resumed') return listenStrings.resumed;
  if (walk.selected !== null && isSpentHere(walk)) {
    return isUnfinished(walk, walk.selected) ? listenStrings.begun : listenStrings.heard;
  }
  const at = walk.selected === null ? -1 : (walk.order?.indexOf(walk.selected) ?? -1);
  if (walk.order !== null && at !== -1) return inOrder ?? listenStrings.inOrder(at + 1, walk.order.length);
  // The audio guide decides whether the walker is there; the position, how near.
  if (walk.distanceM !== null && away !== null) {
    return isHere(away) ? listenStrings.inside : listenStrings.atDistance(formatAway(away));
  }
  if (walk.reason === 'chosen') return listenStrings.chosen;
  // Without a followed position, or with another place nearer, it is uncertain whether the walker has left this place.
  const hasLeft = walk.onSite && away !== null && walk.nearest === null;
  return hasLeft ? listenStrings.leftPlace : listenStrings.onYourWay;
}

/** Returns the number of a place on a parcours with an order, which replaces that in the list, and {@link describeReason}. */
export function describeStop(
  walk: WalkState,
  away: DistanceFromFix | null,
  { step, count }: { readonly step: number | undefined; readonly count: number },
): string {
  if (step === undefined) return describeReason(walk, away);
  const stop = listenStrings.step(step, count);
  const reason = describeReason(walk, away, stop);
  return reason === stop ? stop : `${stop} · ${reason}`;
}

/** Whether the walk selected a story that does not start by itself, because enough of it was played. */
function isSpentHere({ onSite, reason, playing, startsItself, selected, spent, muted, nearest }: WalkState): boolean {
  if (!onSite || reason !== 'nearest' || playing || startsItself || selected === null) return false;
  return nearest?.placeId === selected && spent.includes(selected) && !muted.includes(selected);
}

/** Returns why a story can't be played. @param isLost the browser has deleted the pack that contained it */
export function describeFailure(
  failure: PlayerFailure | null,
  { isOnline, isLost }: { readonly isOnline: boolean; readonly isLost: boolean },
): string {
  if (failure?.isOffline === true) return offlineWords.storyNotStored;
  if (failure !== null && failure.status !== null) return listenStrings.refused(failure.status);
  if (isOnline || failure?.isUnplayable === true) return listenStrings.failed;
  return isLost ? offlineWords.storyLost : offlineWords.storyNoNetwork;
}
