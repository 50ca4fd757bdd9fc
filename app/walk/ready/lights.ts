import type { LocationStatus } from '../../../contracts/vocabulary.ts';
import type { PackStatus } from '../../packs/pack-status.ts';
import type { PackCheck } from '../../packs/packs.ts';
import type { Battery } from '../../platform/page/battery.ts';
import { readyStrings as words } from './ready-words.ts';

/** With worse accuracy, stories may start on the wrong side of a square. */
const GOOD_ACCURACY_M = 30;
/** Two hours with the screen on use about this fraction of a phone's battery. */
const FAIR_BATTERY = 0.4;
const BAD_BATTERY = 0.15;

/** The items that are checked before a walk. */
export type LightName = keyof typeof words.names;

/** `fair` may spoil a part of a walk, `bad` all of it; `pending` is still being checked. */
export type LightLevel = keyof typeof words.levels;

/** The action of a light's button. */
export type LightAct = keyof typeof words.acts;

/** One line of the check before a walk. */
export interface Light {
  readonly name: LightName;
  readonly level: LightLevel;
  /** The finding and, unless it is good, what to do. */
  readonly text: string;
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
  readonly keepsScreenOn: boolean | null;
}

/** Returns the lights of the check before a walk, in the order of importance. Pure. */
export function makeLights(facts: ReadyFacts): Light[] {
  return [
    { name: 'audio' as const, ...lightOfAudio(facts) },
    { name: 'map' as const, ...lightOfMap(facts) },
    ...(facts.isAppHere === false ? [{ name: 'app' as const, ...fair(words.appAbsent) }] : []),
    { name: 'position' as const, ...lightOfPosition(facts.position) },
    { name: 'sound' as const, ...lightOfSound(facts.sound) },
    ...(facts.battery === null ? [] : [{ name: 'battery' as const, ...lightOfBattery(facts.battery) }]),
    ...(facts.isPersisted === null ? [] : [{ name: 'storage' as const, ...lightOfStorage(facts.isPersisted) }]),
    { name: 'screen' as const, ...lightOfScreen(facts.keepsScreenOn) },
  ];
}

/** Returns the number of lights with a fault; null while there is none but a check is still pending. */
export function countFaults(lights: readonly Light[]): number | null {
  const faults = lights.filter(({ level }) => level === 'fair' || level === 'bad').length;
  return faults === 0 && lights.some(({ level }) => level === 'pending') ? null : faults;
}

type Finding = Omit<Light, 'name'>;

const good = (text: string): Finding => ({ level: 'good', text, act: null });
const fair = (text: string, act: LightAct | null = null): Finding => ({ level: 'fair', text, act });
const bad = (text: string, act: LightAct | null = null): Finding => ({ level: 'bad', text, act });
const pending = (text: string): Finding => ({ level: 'pending', text, act: null });

function lightOfAudio({ pack, isOnline, isOfflineMode }: ReadyFacts): Finding {
  if (pack === null) return bad(words.noMapInUse);
  if (pack.isChecking) return pending(words.checking);
  const { check, status, filesHere, files } = pack;
  if (check !== null) {
    const { whole, all } = check.audio;
    if (whole === all) return good(words.audioHere(whole, all));
    const text = words.audioDamaged(whole, all);
    return isOnline && !isOfflineMode ? fair(text, 'repair') : bad(text, isOfflineMode ? 'go-online' : null);
  }
  if (status === 'lost') return isOnline && !isOfflineMode ? fair(words.audioLost, 'download') : bad(words.audioLost);
  if (isOfflineMode) return bad(words.audioInMode, 'go-online');
  if (!isOnline) return bad(words.audioNoNetwork);
  const isComing = status === 'downloading' || status === 'waiting';
  if (isComing) return fair(words.audioDownloading(filesHere, files), 'follow');
  return fair(words.audioByNetwork, 'download');
}

function lightOfMap({ pack, isOnline, isOfflineMode }: ReadyFacts): Finding {
  if (pack?.isChecking === true) return pending(words.checking);
  if (pack?.check?.hasMap === true) return good(words.mapHere);
  if (pack?.check?.hasMap === false) return fair(words.mapDamaged, isOnline && !isOfflineMode ? 'repair' : null);
  if (!isOnline || isOfflineMode) return fair(words.mapSimple);
  return fair(pack?.check == null ? words.mapByNetwork : words.mapByNetworkOnly);
}

function lightOfPosition({ status, accuracyM, isFalse }: ReadyFacts['position']): Finding {
  if (isFalse) return fair(words.positionFalse);
  if (status === 'denied') return bad(words.positionDenied, 'retry');
  if (status === 'error') return bad(words.positionFailed, 'retry');
  if (status === 'unavailable') return bad(words.positionUnavailable);
  if (status === 'idle') return bad(words.positionIdle, 'locate');
  if (status === 'requesting' || accuracyM === null) return pending(words.positionSearching);
  return accuracyM <= GOOD_ACCURACY_M ? good(words.positionGood(accuracyM)) : fair(words.positionVague(accuracyM));
}

function lightOfSound(sound: ReadyFacts['sound']): Finding {
  if (sound === 'heard') return good(words.soundHeard);
  // Its two answers are beside it.
  if (sound === 'asked') return fair(words.soundAsked);
  return sound === 'silent' ? bad(words.soundSilent, 'test-sound') : fair(words.soundUntested, 'test-sound');
}

function lightOfBattery({ level, isCharging }: Battery): Finding {
  if (level < BAD_BATTERY) return bad(words.batteryEmpty(level));
  if (isCharging) return good(words.batteryCharging(level));
  return level < FAIR_BATTERY ? fair(words.batteryLow(level)) : good(words.batteryLevel(level));
}

function lightOfStorage(isPersisted: boolean): Finding {
  return isPersisted ? good(words.storageKept) : fair(words.storageUnsure, 'persist');
}

function lightOfScreen(keepsScreenOn: boolean | null): Finding {
  return keepsScreenOn === false ? fair(words.screenNotKept) : good(words.screenKept);
}
