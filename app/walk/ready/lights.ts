import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import type { PackCheck } from '../../packs/pack-check.ts';
import type { PackStatus } from '../../packs/pack-view.ts';
import type { Battery } from '../../platform/page/power-saving.ts';

/** With worse accuracy, stories may start on the wrong side of a square. */
const GOOD_ACCURACY_M = 30;
/** Two hours with the screen on use about this fraction of a phone's battery. */
const FAIR_BATTERY = 0.4;
const BAD_BATTERY = 0.15;

/** The items that are checked before a walk. */
export type LightName = 'audio' | 'map' | 'app' | 'position' | 'sound' | 'battery' | 'storage' | 'screen';

/** `fair` may spoil a part of a walk, `bad` all of it; `pending` is still being checked. */
export type LightLevel = 'good' | 'fair' | 'bad' | 'pending';

/** The action of a light's button. */
export type LightAct = 'download' | 'follow' | 'repair' | 'go-online' | 'locate' | 'retry' | 'test-sound' | 'persist';

/** What was found, with the figures that its message has. */
export type Finding =
  | { readonly code: 'audioHere' | 'audioDamaged'; readonly whole: number; readonly all: number }
  | { readonly code: 'audioDownloading'; readonly here: number; readonly all: number | null }
  | { readonly code: 'positionGood' | 'positionVague'; readonly accuracyM: number }
  | { readonly code: 'batteryLevel' | 'batteryCharging' | 'batteryLow' | 'batteryEmpty'; readonly share: number }
  | { readonly code: PlainFinding };

type PlainFinding =
  | 'noMapInUse'
  | 'checking'
  | 'appAbsent'
  | `audio${'ByNetwork' | 'InMode' | 'NoNetwork' | 'Lost'}`
  | `map${'Here' | 'Damaged' | 'ByNetwork' | 'ByNetworkOnly' | 'Simple'}`
  | `position${'Searching' | 'Idle' | 'Denied' | 'Failed' | 'Unavailable' | 'False'}`
  | `sound${'Untested' | 'Asked' | 'Heard' | 'Silent'}`
  | `storage${'Safe' | 'Unsure'}`
  | `screen${'StaysOn' | 'MayTurnOff'}`;

/** One line of the check before a walk. */
export interface Light {
  readonly name: LightName;
  readonly level: LightLevel;
  readonly finding: Finding;
  readonly act: LightAct | null;
}

/** The data for the check before a walk. */
export interface ReadyFacts {
  /** The pack of the map in use; null if no map is in use. */
  readonly pack: {
    readonly status: PackStatus;
    readonly filesHere: number;
    readonly files: number | null;
    /** The result of a check of all its files; null without a whole pack. */
    readonly check: PackCheck | null;
    readonly isChecking: boolean;
  } | null;
  /** Whether the app's own files are on the device; null if the browser stores none, or until it has answered. */
  readonly isAppHere: boolean | null;
  readonly isOnline: boolean;
  readonly isOfflineMode: boolean;
  readonly position: {
    readonly status: LocationStatus;
    readonly accuracyM: number | null;
    readonly isFalse: boolean;
  };
  readonly sound: 'untested' | 'asked' | 'heard' | 'silent';
  /** Null if the browser doesn't report it. */
  readonly battery: Battery | null;
  readonly isPersisted: boolean | null;
  /** Null until the browser has answered. */
  readonly canHoldScreen: boolean | null;
}

/** Returns the lights of the check before a walk, in the order of importance. Pure. */
export function makeLights(facts: ReadyFacts): Light[] {
  return [
    { name: 'audio' as const, ...lightOfAudio(facts) },
    { name: 'map' as const, ...lightOfMap(facts) },
    ...(facts.isAppHere === false ? [{ name: 'app' as const, ...fair('appAbsent') }] : []),
    { name: 'position' as const, ...lightOfPosition(facts.position) },
    { name: 'sound' as const, ...lightOfSound(facts.sound) },
    ...(facts.battery === null ? [] : [{ name: 'battery' as const, ...lightOfBattery(facts.battery) }]),
    ...listStorage(facts),
    { name: 'screen' as const, ...lightOfScreen(facts.canHoldScreen) },
  ];
}

/** Returns the number of lights with a fault; null while there is none but a check is still pending. */
export function countFaults(lights: readonly Light[]): number | null {
  const faults = lights.filter(({ level }) => level === 'fair' || level === 'bad').length;
  return faults === 0 && lights.some(({ level }) => level === 'pending') ? null : faults;
}

type Judgement = Omit<Light, 'name'>;

const judge =
  (level: LightLevel) =>
  (found: Finding | PlainFinding, act: LightAct | null = null): Judgement => ({
    level,
    finding: typeof found === 'string' ? { code: found } : found,
    act,
  });
const good = judge('good');
const fair = judge('fair');
const bad = judge('bad');
const pending = judge('pending');

function lightOfAudio({ pack, isOnline, isOfflineMode }: ReadyFacts): Judgement {
  if (pack === null) return bad('noMapInUse');
  if (pack.isChecking) return pending('checking');
  const { check, status, filesHere, files } = pack;
  if (check !== null) {
    const { whole, all } = check.audio;
    if (whole === all) return good({ code: 'audioHere', whole, all });
    const found = { code: 'audioDamaged', whole, all } as const;
    return isOnline && !isOfflineMode ? fair(found, 'repair') : bad(found, isOfflineMode ? 'go-online' : null);
  }
  if (status === 'lost') return isOnline && !isOfflineMode ? fair('audioLost', 'download') : bad('audioLost');
  if (isOfflineMode) return bad('audioInMode', 'go-online');
  if (!isOnline) return bad('audioNoNetwork');
  const isComing = status === 'downloading' || status === 'waiting';
  if (isComing) return fair({ code: 'audioDownloading', here: filesHere, all: files }, 'follow');
  return fair('audioByNetwork', 'download');
}

function lightOfMap({ pack, isOnline, isOfflineMode }: ReadyFacts): Judgement {
  if (pack?.isChecking === true) return pending('checking');
  if (pack?.check?.hasMap === true) return good('mapHere');
  if (pack?.check?.hasMap === false) return fair('mapDamaged', isOnline && !isOfflineMode ? 'repair' : null);
  if (!isOnline || isOfflineMode) return fair('mapSimple');
  return fair(pack?.check == null ? 'mapByNetwork' : 'mapByNetworkOnly');
}

function lightOfPosition({ status, accuracyM, isFalse }: ReadyFacts['position']): Judgement {
  if (isFalse) return fair('positionFalse');
  if (status === 'denied') return bad('positionDenied', 'retry');
  if (status === 'error') return bad('positionFailed', 'retry');
  if (status === 'unavailable') return bad('positionUnavailable');
  if (status === 'idle') return bad('positionIdle', 'locate');
  if (status === 'requesting' || accuracyM === null) return pending('positionSearching');
  return accuracyM <= GOOD_ACCURACY_M
    ? good({ code: 'positionGood', accuracyM })
    : fair({ code: 'positionVague', accuracyM });
}

function lightOfSound(sound: ReadyFacts['sound']): Judgement {
  if (sound === 'heard') return good('soundHeard');
  // Its two answers are beside it.
  if (sound === 'asked') return fair('soundAsked');
  return sound === 'silent' ? bad('soundSilent', 'test-sound') : fair('soundUntested', 'test-sound');
}

function lightOfBattery({ level, isCharging }: Battery): Judgement {
  if (level < BAD_BATTERY) return bad({ code: 'batteryEmpty', share: level });
  if (isCharging) return good({ code: 'batteryCharging', share: level });
  return level < FAIR_BATTERY
    ? fair({ code: 'batteryLow', share: level })
    : good({ code: 'batteryLevel', share: level });
}

function listStorage({ isPersisted, pack }: ReadyFacts): Light[] {
  // Without a downloaded file, this walk has nothing to protect.
  if (isPersisted === null || (!isPersisted && (pack?.filesHere ?? 0) === 0)) return [];
  return [{ name: 'storage', ...(isPersisted ? good('storageSafe') : fair('storageUnsure', 'persist')) }];
}

function lightOfScreen(canHoldScreen: boolean | null): Judgement {
  return canHoldScreen === false ? fair('screenMayTurnOff') : good('screenStaysOn');
}
