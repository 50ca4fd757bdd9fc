import { CircleCheck, CloudDownload, Headphones, Map as MapIcon, MapPinned, Mic, RotateCcw } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { openRecorderCard } from '../drops/drop-mode.ts';
import { isPackWhole } from '../packs/pack-view.ts';
import { openPackSheet, packs } from '../packs/packs.ts';
import { dropOn, endWelcome } from '../parcours/invite/welcome.ts';
import { paths } from '../paths.ts';
import { isVague } from '../position/distance.ts';
import { location } from '../position/location.ts';
import { isOpenVisitor } from '../session/open-visit.ts';
import { session } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { forgetHeard, listening } from '../walk/listening.ts';
import { beginListening, listenFromHere } from '../walk/nearby/from-here.ts';
import { nearbyStrings } from '../walk/nearby/nearby-words.ts';
import { askRestart } from '../walk/walk-dialogs.ts';
import { lastWalks } from '../walk/walk-memory.ts';
import { findNextWalk } from '../walk/walk-progress.ts';
import { walkStrings } from '../walk/walk-words.ts';
import styles from './welcome.module.css';
import { welcomeStrings as words } from './welcome-words.ts';

/** The ways to begin: one main button, what the browser will then ask, and less prominent alternatives. */
export function WelcomeActs({
  parcoursId,
  list,
  mayDrop,
  isSilent,
}: {
  readonly parcoursId: ParcoursId;
  readonly list: readonly Place[];
  readonly mayDrop: boolean;
  readonly isSilent: boolean;
}) {
  const navigate = useNavigate();
  const { status, fix, isFalse } = useSnapshot(location);
  const { walk } = useSnapshot(listening);
  const { byMap } = useSnapshot(lastWalks);
  const next = findNextWalk(list, walk, byMap, Date.now());
  const goOn = (begin: () => void): void => {
    begin();
    endWelcome();
    void navigate(paths.home);
  };
  const beginDropping = (): void => {
    dropOn(parcoursId);
    openRecorderCard();
  };
  const listen = (): void => goOn(beginListening);
  const listenAnew = (): void =>
    askRestart(() => {
      forgetHeard(list);
      listen();
    });
  const { goOn: further, restart: anew } = walkStrings;
  const listenLabel = { first: words.listen, further: further(next), anew }[next.way];
  const listenAct = next.isDone ? listenAnew : listen;
  const seeMap = (): void => goOn(() => {});
  const main = mayDrop
    ? { label: words.drop, Icon: Mic, act: () => goOn(beginDropping) }
    : isSilent
      ? { label: words.seeMap, Icon: MapIcon, act: seeMap }
      : { label: listenLabel, Icon: Headphones, act: listenAct };
  // Too inaccurate for a walk.
  const isOffered = !isSilent && fix !== null && !isFalse && isVague(fix);
  // Once the position was requested, the browser has asked.
  const isQuestionDue = status === 'idle' && (mayDrop || !isSilent);

  return (
    <>
      <div className={styles.main}>
        <Button wide className={styles.primary} icon={<main.Icon size={22} aria-hidden />} onClick={main.act}>
          {main.label}
        </Button>
      </div>
      <div className={styles.foot}>
        {isQuestionDue ? <p className={styles.hint}>{mayDrop ? words.questions : words.positionAsked}</p> : null}
        {mayDrop && !isSilent ? (
          <Button wide variant="secondary" icon={<Headphones size={20} aria-hidden />} onClick={listenAct}>
            {listenLabel}
          </Button>
        ) : null}
        {next.isPartlyTold ? (
          <Button wide variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={listenAnew}>
            {anew}
          </Button>
        ) : null}
        {next.isDone ? (
          <Button wide variant="quiet" icon={<MapIcon size={18} aria-hidden />} onClick={seeMap}>
            {words.seeMap}
          </Button>
        ) : null}
        {isOffered && (
          <Button
            wide
            variant="secondary"
            icon={<Headphones size={20} aria-hidden />}
            onClick={() => goOn(listenFromHere)}
          >
            {nearbyStrings.listenFromHere}
          </Button>
        )}
        <MoreActs parcoursId={parcoursId} />
      </div>
    </>
  );
}

/** Other actions on a welcome: downloading the parcours for use without a network, and opening the list. */
function MoreActs({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const isWhole = isPackWhole(useSnapshot(packs).byMap[parcoursId]);
  const PackIcon = isWhole ? CircleCheck : CloudDownload;
  return (
    <div className={styles.more}>
      <Button
        variant="quiet"
        icon={<PackIcon size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => openPackSheet(parcoursId)}
      >
        {isWhole ? words.packWhole : words.pack}
      </Button>
      {isOpenVisitor(useSnapshot(session).user) ? null : (
        <Button variant="quiet" icon={<MapPinned size={18} aria-hidden />} onClick={endWelcome}>
          {words.allMaps}
        </Button>
      )}
    </div>
  );
}
