import { Headphones, Map as MapIcon, Mic } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { paths } from '../../paths.ts';
import { openRecorderCard } from '../../state/drops/recorder-card.ts';
import { dropOn, endWelcome } from '../../state/maps/welcome.ts';
import { location } from '../../state/position/location.ts';
import { isVague } from '../../state/position/way.ts';
import { beginListening, listenFromHere } from '../../state/walk/nearby/from-here.ts';
import { Button } from '../../ui/button.tsx';
import { nearbyStrings } from '../../words/listen/nearby.ts';
import { welcomeStrings as words } from '../../words/welcome.ts';
import { MoreActs } from './more-acts.tsx';
import styles from './welcome.module.css';

/** What somebody begins with: one main button, what the browser will ask then, and quieter ways on. */
export function WelcomeActs({
  mapId,
  mayDrop,
  isSilent,
}: {
  readonly mapId: ParcoursId;
  readonly mayDrop: boolean;
  /** The parcours has no story yet. */
  readonly isSilent: boolean;
}) {
  const navigate = useNavigate();
  const { status, fix, isFalse } = useSnapshot(location);
  const goOn = (begin: () => void): void => {
    begin();
    endWelcome();
    void navigate(paths.home);
  };
  const beginDropping = (): void => {
    dropOn(mapId);
    openRecorderCard();
  };
  const listen = (): void => goOn(beginListening);
  const main = mayDrop
    ? { label: words.drop, Icon: Mic, act: () => goOn(beginDropping) }
    : isSilent
      ? { label: words.seeMap, Icon: MapIcon, act: () => goOn(() => {}) }
      : { label: words.listen, Icon: Headphones, act: listen };
  // Too vague for a walk.
  const isOffered = !isSilent && fix !== null && !isFalse && isVague(fix);
  // Once the position is looked for, the browser has asked.
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
          <Button wide variant="secondary" icon={<Headphones size={20} aria-hidden />} onClick={listen}>
            {words.listen}
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
        <MoreActs mapId={mapId} />
      </div>
    </>
  );
}
