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
import { isAppStored } from '../../platform/page/service-worker.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { inScope, Scope } from '../../platform/scope.ts';
import { location } from '../../position/location.ts';
import type { ReadyFacts } from './lights.ts';

/** Returns the data for the check before a walk, and the map in use. Checks its pack at first and after changes. */
export function useReadyFacts(
  sound: ReadyFacts['sound'],
): readonly [facts: ReadyFacts, parcoursId: ParcoursId | undefined] {
  const parcoursId = findSelected(useSnapshot(parcours))?.id;
  const { byMap, isPersisted } = useSnapshot(packs);
  const view = parcoursId === undefined ? undefined : byMap[parcoursId];
  const { isOn: isOfflineMode } = useSnapshot(offlineMode);
  const { isOnline } = useSnapshot(network);
  const { status, fix, isFalse } = useSnapshot(location);
  const battery = useBattery();
  const version = parcoursId === undefined || view?.isWhole !== true ? null : (storedPack(parcoursId)?.version ?? null);
  const [check, isChecking] = usePackCheck(parcoursId, version, view?.isDamaged === true);
  const pack =
    parcoursId === undefined
      ? null
      : {
          status: packStatus(view),
          filesHere: view?.filesHere ?? 0,
          files: view?.files ?? null,
          check,
          isChecking,
        };
  const position = { status, accuracyM: fix?.accuracyM ?? null, isFalse };
  useAnswer(parcoursId);
  const facts = { pack, isAppHere: useAppHere(), isOnline, isOfflineMode, position, sound, battery, isPersisted };
  return [{ ...facts, canHoldScreen: useScreenLock() }, parcoursId];
}

/** Requests the pack's newest version from the server; the request also shows whether the server can be reached. */
function useAnswer(parcoursId: ParcoursId | undefined): void {
  useEffect(() => {
    if (parcoursId !== undefined) void lookUpPack(parcoursId);
  }, [parcoursId]);
}

function useAppHere(): boolean | null {
  const [isHere, setHere] = useState<boolean | null>(null);
  useEffect(() => {
    void isAppStored().then(setHere);
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
  useEffect(() => inScope((scope) => void followBattery(scope, setBattery)), []);
  return battery;
}

/** Checks a whole pack; again after an update, and after a repair, which ends the damage. */
function usePackCheck(
  parcoursId: ParcoursId | undefined,
  version: string | null,
  isDamaged: boolean,
): readonly [check: PackCheck | null, isChecking: boolean] {
  const key = parcoursId === undefined || version === null ? null : `${parcoursId} ${version} ${isDamaged}`;
  const [found, setFound] = useState<{ readonly key: string; readonly check: PackCheck | null } | null>(null);
  useEffect(() => {
    if (key === null || parcoursId === undefined) return;
    let isCurrent = true;
    void checkPack(parcoursId).then((check) => {
      if (isCurrent) setFound({ key, check });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, parcoursId]);
  if (key === null) return [null, false];
  return found?.key === key ? [found.check, false] : [null, true];
}
