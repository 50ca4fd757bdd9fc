import { AudioLines, Check, Crosshair } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import { mayChangePlace } from '../../../contracts/permissions.ts';
import { dropTarget } from '../../state/drops/drop-mode.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { places } from '../../state/places/places.ts';
import { location } from '../../state/position/location.ts';
import { session } from '../../state/session/session.ts';
import { choosePlace, listening } from '../../state/walk/listening.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { strings } from '../../words/strings.ts';
import styles from './drop-tool.module.css';
import { UploadSheet } from './upload/upload-sheet.tsx';
import { useUpload } from './upload/use-upload.ts';
import { useIsDropOffered } from './use-is-drop-offered.ts';
import { chooseDestination, listTargets, type TargetOption } from './where.ts';

/** The button that puts an audio on the map, where the person may, and the sheet that does it. */
export function DropTool({
  readCentre,
  onAiming,
}: {
  /** Middle of the map, `[lng, lat]`; null while there is no map. */
  readonly readCentre: () => Position | null;
  /** Told when the map is being aimed, and needs to be free of all else. Must stay the same function. */
  readonly onAiming: (isAiming: boolean) => void;
}) {
  const isOffered = useIsDropOffered();
  const [isAiming, setAiming] = useState(false);
  const [openings, setOpenings] = useState({ count: 0, isOpen: false });
  const aim = useCallback(
    (aiming: boolean) => {
      setAiming(aiming);
      onAiming(aiming);
    },
    [onAiming],
  );
  const close = useCallback(() => setOpenings(({ count }) => ({ count, isOpen: false })), []);

  if (!isOffered && !openings.isOpen) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<AudioLines size={20} aria-hidden />}
        className={classNames(styles.open, isAiming && styles.away)}
        aria-label={strings.drops.open}
        onClick={() => setOpenings(({ count }) => ({ count: count + 1, isOpen: true }))}
      >
        {strings.drops.openShort}
      </Button>
      {openings.isOpen && <OpenUpload key={openings.count} readCentre={readCentre} onAiming={aim} onClosed={close} />}
    </>
  );
}

/** One upload, from opening to closing; in between the sheet may step aside so that the map can be aimed. */
function OpenUpload({
  readCentre,
  onAiming,
  onClosed,
}: {
  readonly readCentre: () => Position | null;
  readonly onAiming: (isAiming: boolean) => void;
  readonly onClosed: () => void;
}) {
  const targets = useTargets();
  const upload = useUpload(targets.find((option) => option.usable)?.target ?? 'centre');
  const [isAiming, setAiming] = useState(false);
  const { state } = upload;
  const map = dropTarget(useSnapshot(parcours));

  useEffect(() => {
    if (state.closed) onClosed();
  }, [state.closed, onClosed]);
  useEffect(() => {
    onAiming(isAiming);
    return () => onAiming(false);
  }, [isAiming, onAiming]);

  const save = (): void => {
    const destination = chooseDestination(state.target, targets, map?.mapId ?? null, readCentre());
    if (destination === null) upload.refuse(strings.drops.nowhere);
    else upload.save(destination);
  };
  const finish = (): void => {
    choosePlace(state.placeId);
    upload.askToClose();
  };

  return (
    <>
      {isAiming && (
        <>
          <Crosshair className={styles.crosshair} size={44} strokeWidth={1.5} aria-hidden />
          <div className={styles.aim}>
            <span>{strings.drops.aimHelp}</span>
            <Button icon={<Check size={20} aria-hidden />} onClick={() => setAiming(false)}>
              {strings.drops.aimDone}
            </Button>
          </div>
        </>
      )}
      <UploadSheet
        open={!isAiming && !state.closed}
        upload={upload}
        targets={targets}
        onAim={() => setAiming(true)}
        onSave={save}
        onFinish={finish}
      />
    </>
  );
}

function useTargets(): TargetOption[] {
  const { fix } = useSnapshot(location);
  // The place that was selected when the sheet opened: a walk goes on selecting others behind it.
  const [selected] = useState(() => listening.walk.selected);
  const { list } = useSnapshot(places);
  const { user } = useSnapshot(session);
  const maps = useSnapshot(parcours);
  const place = list.find((candidate) => candidate.id === selected);
  const privilege = maps.list.find((listed) => listed.id === place?.map.id)?.privilege ?? null;
  const isAuthor = place !== undefined && user !== null && place.userId === user.id;
  const attachable =
    place !== undefined && place.media === null && user !== null && mayChangePlace(user.role, privilege, isAuthor);
  return listTargets(fix, attachable ? place : null);
}
