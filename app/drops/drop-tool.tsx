import { Check, Crosshair } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import { parcours } from '../parcours/parcours.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { showPlace } from '../walk/map-focus.ts';
import { chooseDestination } from './composer/destination.ts';
import { useTargets } from './composer/destination-picker.tsx';
import { UploadSheet } from './composer/upload-sheet.tsx';
import { askToCloseUpload, endUpload, saveUpload, type Upload, uploads } from './composer/uploads.ts';
import { dropMode, dropTarget, isDropModeOn } from './drop-mode.ts';
import styles from './drop-tool.module.css';
import { dropStrings } from './drop-words.ts';

/** The sheet of the open upload, which makes a drop of a file. */
export function DropTool({
  readCentre,
  onAiming,
}: {
  /** Returns the middle of the map, `[lng, lat]`; null while there is no map. */
  readonly readCentre: () => Position | null;
  /** Called with whether the person is aiming the map, which must then be uncovered. Must stay the same function. */
  readonly onAiming: (isAiming: boolean) => void;
}) {
  const { open } = useSnapshot(uploads);
  useEffect(() => endUpload, []);
  return open === null ? null : <OpenUpload upload={open} readCentre={readCentre} onAiming={onAiming} />;
}

interface OpenUploadProps {
  readonly upload: Upload;
  readonly readCentre: () => Position | null;
  readonly onAiming: (isAiming: boolean) => void;
}

/** One upload, from opening to closing; in between the sheet may hide so that the person can aim the map. */
function OpenUpload({ upload, readCentre, onAiming }: OpenUploadProps) {
  const targets = useTargets(upload);
  const [target, setTarget] = useState(() => targets.find((option) => option.usable)?.target ?? 'centre');
  const [isAiming, setAiming] = useState(false);
  const { placeId } = useSnapshot(upload.view).now;
  const map = dropTarget(useSnapshot(parcours));

  useEffect(() => {
    onAiming(isAiming);
    return () => onAiming(false);
  }, [isAiming, onAiming]);

  const save = (): void => {
    const destination = chooseDestination(target, targets, map?.parcoursId ?? null, readCentre());
    if (destination === null) upload.change({ type: 'refused', error: 'place-unknown' });
    else saveUpload(upload, destination);
  };
  const finish = (): void => {
    if (placeId !== null) showPlace(placeId);
    askToCloseUpload(upload);
  };

  return (
    <>
      {isAiming && (
        <>
          <Crosshair className={styles.crosshair} size={44} strokeWidth={1.5} aria-hidden />
          <div className={styles.aim}>
            <span>{dropStrings.aimHelp}</span>
            <Button icon={<Check size={20} aria-hidden />} onClick={() => setAiming(false)}>
              {dropStrings.aimDone}
            </Button>
          </div>
        </>
      )}
      <UploadSheet
        open={!isAiming}
        upload={upload}
        target={target}
        targets={targets}
        onTarget={setTarget}
        onAim={() => setAiming(true)}
        onSave={save}
        onFinish={finish}
      />
    </>
  );
}

/** Whether the map offers to add drops: drop mode is on, and this person may. */
export function useIsDropOffered(): boolean {
  const { user } = useSnapshot(session);
  const { chosen } = useSnapshot(dropMode);
  const maps = useSnapshot(parcours);
  const target = dropTarget(maps);
  if (user === null || target === null) return false;
  return mayDrop(user.role, target.privilege) && isDropModeOn(chosen, maps.beingCreated !== null);
}
