import { AudioLines } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../contracts/geo.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { OpenUpload } from './composer/open-upload.tsx';
import { endUpload, openUpload, uploads } from './composer/uploads.ts';
import styles from './drop-tool.module.css';
import { dropStrings } from './drop-words.ts';
import { useIsDropOffered } from './use-is-drop-offered.ts';

/** The button that adds audio to the map, for people who may, and its sheet. */
export function DropTool({
  readCentre,
  onAiming,
}: {
  /** Returns the middle of the map, `[lng, lat]`; null while there is no map. */
  readonly readCentre: () => Position | null;
  /** Called with whether the person is aiming the map, which must then be uncovered. Must stay the same function. */
  readonly onAiming: (isAiming: boolean) => void;
}) {
  const isOffered = useIsDropOffered();
  const { open } = useSnapshot(uploads);
  const [isAiming, setAiming] = useState(false);
  const aim = useCallback(
    (aiming: boolean) => {
      setAiming(aiming);
      onAiming(aiming);
    },
    [onAiming],
  );
  useEffect(() => endUpload, []);

  if (!isOffered && open === null) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<AudioLines size={20} aria-hidden />}
        className={classNames(styles.open, isAiming && styles.away)}
        aria-label={dropStrings.open}
        onClick={openUpload}
      >
        {dropStrings.openShort}
      </Button>
      {open !== null && <OpenUpload upload={open} readCentre={readCentre} onAiming={aim} />}
    </>
  );
}
