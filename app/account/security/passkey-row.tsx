import type { OwnPasskey } from '../../../contracts/passkeys.ts';
import { formatDay } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { passkeyStrings } from '../passkeys/passkeys-words.ts';
import styles from './security.module.css';

const words = passkeyStrings.own;

/** One of the person's passkeys, named after the device on which it was added. */
export function PasskeyRow({
  passkey: { addedAt, usedAt },
  device,
  onDelete,
}: {
  readonly passkey: OwnPasskey;
  readonly device: string;
  readonly onDelete: () => void;
}) {
  const day = (text: string): string => formatDay(Date.parse(text));
  return (
    <li className={styles.session}>
      <div className={styles.device}>
        <p className={styles.name}>{device}</p>
        {usedAt === null ? null : <p className={styles.hint}>{words.used(day(usedAt))}</p>}
        <p className={styles.hint}>{words.added(day(addedAt))}</p>
      </div>
      <Button variant="secondary" aria-label={words.deleteOne(device)} onClick={onDelete}>
        {words.delete}
      </Button>
    </li>
  );
}
