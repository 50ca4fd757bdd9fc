import type { OwnSession } from '../../../contracts/sessions.ts';
import { formatMoment } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';

const words = securityStrings.sessions;

/** One of the person's sessions. All but the current one can be ended here. */
export function SessionRow({
  session,
  onEnd,
}: {
  readonly session: OwnSession;
  readonly onEnd: (device: string) => void;
}) {
  const device = words.device(session.browser, session.system);
  const moment = (text: string): string => formatMoment(Date.parse(text), 'medium');
  return (
    <li className={styles.session}>
      <div className={styles.device}>
        <p className={styles.name}>{device}</p>
        {session.isCurrent ? (
          <p className={styles.current}>{words.current}</p>
        ) : (
          <p className={styles.hint}>{words.used(moment(session.usedAt))}</p>
        )}
        <p className={styles.hint}>{words.since(moment(session.startedAt))}</p>
      </div>
      {session.isCurrent ? null : (
        <Button variant="secondary" aria-label={words.endOne(device)} onClick={() => onEnd(device)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
