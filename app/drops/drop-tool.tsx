import { Check, Crosshair } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop } from '../../contracts/permissions.ts';
import { parcours } from '../parcours/parcours.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { showPlace } from '../walk/map-focus.ts';
import { pickedFiles, pickFiles } from './batch/picked-files.ts';
import { type AimedMap, chooseDestination } from './composer/destination.ts';
import { useTargets } from './composer/destination-picker.tsx';
import { UploadSheet } from './composer/upload-sheet.tsx';
import { askToCloseUpload, endUpload, saveUpload, type Upload, uploads } from './composer/uploads.ts';
import { dropMode, dropTarget, isDropModeOn } from './drop-mode.ts';
import styles from './drop-tool.module.css';
import { dropStrings } from './drop-words.ts';

const BatchTool = lazyPart(async () => (await import('./batch/batch-tool.tsx')).BatchTool);

/** The sheet of the open upload, which makes a drop of a file, or of several files. */
export function DropTool(map: AimedMap) {
  const { open } = useSnapshot(uploads);
  const { isOpen } = useSnapshot(pickedFiles);
  useEffect(() => endUpload, []);
  if (isOpen) {
    return (
      <Suspense>
        <BatchTool {...map} />
      </Suspense>
    );
  }
  return open === null ? null : <OpenUpload {...map} upload={open} />;
}

/** One upload, from opening to closing; in between the sheet may hide so that the person can aim the map. */
function OpenUpload({ upload, readCentre, onAiming }: AimedMap & { readonly upload: Upload }) {
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
        onSeveral={(files) => {
          endUpload();
          pickFiles(files);
        }}
      />
    </>
  );
}

/** Whether this person may add drops to the parcours in use. */
export function useMayDrop(): boolean {
  const { user } = useSnapshot(session);
  const target = dropTarget(useSnapshot(parcours));
  return user !== null && target !== null && mayDrop(user.role, target.privilege);
}

/** Whether the map offers to add drops: drop mode is on, and this person may. */
export function useIsDropOffered(): boolean {
  const { chosen } = useSnapshot(dropMode);
  const { beingCreated } = useSnapshot(parcours);
  return useMayDrop() && isDropModeOn(chosen, beingCreated !== null);
}
