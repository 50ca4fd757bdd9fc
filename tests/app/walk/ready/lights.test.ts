import { describe, expect, it } from 'vitest';
import { countFaults, type Light, makeLights, type ReadyFacts } from '../../../../app/walk/ready/lights.ts';

const check = { audio: { whole: 13, all: 13 }, hasMap: true, isWhole: true };
const whole = { status: 'whole', filesHere: 28, files: 28, check, isChecking: false } as const;
const absent = { status: 'absent', filesHere: 0, files: 28, check: null, isChecking: false } as const;

const READY: ReadyFacts = {
  pack: whole,
  isAppHere: true,
  isOnline: true,
  isOfflineMode: false,
  position: { status: 'active', accuracyM: 8, isFalse: false },
  sound: 'heard',
  battery: { level: 0.8, isCharging: false },
  isPersisted: true,
  canHoldScreen: true,
};

function light(name: Light['name'], change: Partial<ReadyFacts>): string {
  const found = makeLights({ ...READY, ...change }).find((each) => each.name === name);
  return found === undefined ? 'none' : `${found.level} ${found.act ?? '-'}`;
}

const position = (status: ReadyFacts['position']['status'], accuracyM: number | null = null, isFalse = false) => ({
  position: { status, accuracyM, isFalse },
});

describe('the status lights before a walk', () => {
  it('are all green if everything is ready', () => {
    const lights = makeLights(READY);
    expect(new Set(lights.map(({ level }) => level))).toEqual(new Set(['good']));
    expect(lights.every(({ act }) => act === null)).toBe(true);
    expect(countFaults(lights)).toBe(0);
  });

  it.each([
    ['a pack that is checked', { pack: { ...whole, check: null, isChecking: true } }, 'pending -'],
    ['no map in use', { pack: null }, 'bad -'],
    ['no pack, with a network', { pack: absent }, 'fair download'],
    ['a download under way', { pack: { ...absent, status: 'downloading' } }, 'fair follow'],
    ['no pack and no network', { pack: absent, isOnline: false }, 'bad -'],
    ['no pack while off line by choice', { pack: absent, isOfflineMode: true }, 'bad go-online'],
    ['a pack that the browser has deleted', { pack: { ...absent, status: 'lost' } }, 'fair download'],
    ['the same without a network', { pack: { ...absent, status: 'lost' }, isOnline: false }, 'bad -'],
    ['a damaged file', { pack: { ...whole, check: { ...check, audio: { whole: 12, all: 13 } } } }, 'fair repair'],
    [
      'a damaged file without a network',
      { pack: { ...whole, check: { ...check, audio: { whole: 12, all: 13 } } }, isOnline: false },
      'bad -',
    ],
  ] as const)('judge the stories: %s', (_, change, expected) => {
    expect(light('audio', change)).toBe(expected);
  });

  it.each([
    ['in the pack', {}, 'good -'],
    ['damaged in the pack', { pack: { ...whole, check: { ...check, hasMap: false } } }, 'fair repair'],
    ['not offered by the server', { pack: { ...whole, check: { ...check, hasMap: null } } }, 'fair -'],
    ['without a pack', { pack: absent }, 'fair -'],
  ] as const)('judge the map: %s', (_, change, expected) => {
    expect(light('map', change)).toBe(expected);
  });

  it.each([
    [position('active', 30), 'good -'],
    [position('active', 31), 'fair -'],
    [position('low_accuracy', 300), 'fair -'],
    [position('requesting'), 'pending -'],
    [position('idle'), 'bad locate'],
    [position('denied'), 'bad retry'],
    [position('error'), 'bad retry'],
    [position('unavailable'), 'bad -'],
    [position('active', 5, true), 'fair -'],
  ] as const)('judge the position %o', (change, expected) => {
    expect(light('position', change)).toBe(expected);
  });

  it.each([
    ['untested', 'fair test-sound'],
    ['asked', 'fair -'],
    ['silent', 'bad test-sound'],
  ] as const)('judge a sound that is %s', (sound, expected) => {
    expect(light('sound', { sound })).toBe(expected);
  });

  it.each([
    [{ level: 0.4, isCharging: false }, 'good -'],
    [{ level: 0.39, isCharging: false }, 'fair -'],
    [{ level: 0.39, isCharging: true }, 'good -'],
    [{ level: 0.14, isCharging: false }, 'bad -'],
    [{ level: 0.14, isCharging: true }, 'bad -'],
    [null, 'none'],
  ] as const)('judge the battery %o', (battery, expected) => {
    expect(light('battery', { battery })).toBe(expected);
  });

  it('judge the browser’s storage, and omit it if it is unknown or has nothing to protect', () => {
    expect([true, false, null].map((isPersisted) => light('storage', { isPersisted }))).toEqual([
      'good -',
      'fair persist',
      'none',
    ]);
    expect(light('storage', { isPersisted: false, pack: absent })).toBe('none');
  });

  it('report the app’s own files only if they are missing', () => {
    expect([true, false, null].map((isAppHere) => light('app', { isAppHere }))).toEqual(['none', 'fair -', 'none']);
  });

  it('report that a browser lets the screen turn off', () => {
    expect(light('screen', { canHoldScreen: false })).toBe('fair -');
  });

  it('are not reported as ready while one is being determined', () => {
    expect(countFaults(makeLights({ ...READY, ...position('requesting') }))).toBeNull();
    expect(countFaults(makeLights({ ...READY, ...position('requesting'), sound: 'silent' }))).toBe(1);
  });
});
