import { Check, Crosshair } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import { parcours } from '../../parcours/parcours.ts';
import { Button } from '../../ui/button.tsx';
import { showPlace } from '../../walk/map-focus.ts';
import { dropTarget } from '../drop-mode.ts';
import styles from '../drop-tool.module.css';
import { dropStrings } from '../drop-words.ts';
import { chooseDestination } from '../where.ts';
import { UploadSheet } from './upload-sheet.tsx';
import { askToCloseUpload, saveUpload, type Upload } from './uploads.ts';
import { useTargets } from './use-targets.ts';

/** One upload, from opening to closing; in between the sheet may hide so that the person can aim the map. */
export function OpenUpload({
  upload,
  readCentre,
  onAiming,
}: {
  readonly upload: Upload;
  readonly readCentre: () => Position | null;
  readonly onAiming: (isAiming: boolean) => void;
}) {
  const targets = useTargets();
  const [target, setTarget] = useState(() => targets.find((option) => option.usable)?.target ?? 'centre');
  const [isAiming, setAiming] = useState(false);
  const { placeId } = useSnapshot(upload.view).now;
  const map = dropTarget(useSnapshot(parcours));

  useEffect(() => {
    onAiming(isAiming);
    return () => onAiming(false);
  }, [isAiming, onAiming]);

  const save = (): void => {
    const destination = chooseDestination(target, targets, map?.mapId ?? null, readCentre());
    if (destination === null) upload.change({ type: 'refused', message: dropStrings.nowhere });
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
