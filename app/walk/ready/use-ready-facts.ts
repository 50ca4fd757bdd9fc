import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { checkPack, type PackCheck } from '../../packs/pack-check.ts';
import { packStatus } from '../../packs/pack-view.ts';
import { lookUpPack, packs } from '../../packs/packs.ts';
import { network } from '../../page/network.ts';
import { offlineMode } from '../../page/offline.ts';
import { findSelected, parcours } from '../../parcours/parcours.ts';
import { storedPack } from '../../platform/packs/stored-packs.ts';
import { type Battery, followBattery } from '../../platform/page/power-saving.ts';
import { isAppKept } from '../../platform/page/service-worker.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { Scope } from '../../platform/scope.ts';
import { location } from '../../position/location.ts';
import type { ReadyFacts } from './lights.ts';

/** Returns the data for the check before a walk, and the map in use. Checks its pack at first and after changes. */
export function useReadyFacts(sound: ReadyFacts['sound']): readonly [facts: ReadyFacts, mapId: ParcoursId | undefined] {
  const mapId = findSelected(useSnapshot(parcours))?.id;
  const { byMap, isPersisted } = useSnapshot(packs);
  const view = mapId === undefined ? undefined : byMap[mapId];
  const { isOn: isOfflineMode } = useSnapshot(offlineMode);
  const { isOnline } = useSnapshot(network);
  const { status, fix, isFalse } = useSnapshot(location);
  const battery = useBattery();
  const version = mapId === undefined || view?.isWhole !== true ? null : (storedPack(mapId)?.version ?? null);
  const [check, isChecking] = usePackCheck(mapId, version, view?.isDamaged === true);
  const pack =
    mapId === undefined
      ? null
      : {
          status: packStatus(view),
          filesHere: view?.filesHere ?? 0,
          files: view?.files ?? null,
          check,
          isChecking,
        };
  const position = { status, accuracyM: fix?.accuracyM ?? null, isFalse };
  useAnswer(mapId);
  const facts = { pack, isAppHere: useAppHere(), isOnline, isOfflineMode, position, sound, battery, isPersisted };
  return [{ ...facts, keepsScreenOn: useScreenLock() }, mapId];
}

/** Requests the pack's newest version from the server; the request also shows whether the server can be reached. */
function useAnswer(mapId: ParcoursId | undefined): void {
  useEffect(() => {
    if (mapId !== undefined) void lookUpPack(mapId);
  }, [mapId]);
}

function useAppHere(): boolean | null {
  const [isHere, setHere] = useState<boolean | null>(null);
  useEffect(() => {
    void isAppKept().then(setHere);
  }, []);
  return isHere;
}

/** Whether the browser can keep the screen on, determined by requesting it; null until it has answered. */
function useScreenLock(): boolean | null {
  const [isHeld, setHeld] = useState<boolean | null>(null);
  useEffect(() => {
    const scope = new Scope();
    keepScreenOn(scope, (lock) => {
      if (!scope.disposed) setHeld(lock === 'held');
    });
    return () => scope.dispose();
  }, []);
  return isHeld;
}

function useBattery(): Battery | null {
  const [battery, setBattery] = useState<Battery | null>(null);
  useEffect(() => {
    const scope = new Scope();
    void followBattery(scope, setBattery);
    return () => scope.dispose();
  }, []);
  return battery;
}

/** Checks a whole pack; again after an update, and after a repair, which ends the damage. */
function usePackCheck(
  mapId: ParcoursId | undefined,
  version: string | null,
  isDamaged: boolean,
): readonly [check: PackCheck | null, isChecking: boolean] {
  const key = mapId === undefined || version === null ? null : `${mapId} ${version} ${isDamaged}`;
  const [found, setFound] = useState<{ readonly key: string; readonly check: PackCheck | null } | null>(null);
  useEffect(() => {
    if (key === null || mapId === undefined) return;
    let isCurrent = true;
    void checkPack(mapId).then((check) => {
      if (isCurrent) setFound({ key, check });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, mapId]);
  if (key === null) return [null, false];
  return found?.key === key ? [found.check, false] : [null, true];
}
