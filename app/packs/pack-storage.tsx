import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { installHint } from '../page/install-words.ts';
import { Button } from '../ui/button.tsx';
import { freeBytes } from './free-bytes.ts';
import styles from './packs.module.css';
import { askToPersist, packs } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

/** The storage used by all packs, and whether the browser stores them persistently. */
export function PackStorage() {
  const { bytes, grant, isPersisted } = useSnapshot(packs);
  const [hasAsked, setAsked] = useState(false);
  const free = freeBytes(grant);
  const hint = installHint('forPacks');
  const ask = async (): Promise<void> => {
    await askToPersist();
    setAsked(true);
  };
  return (
    <div className={styles.storage}>
      {bytes > 0 ? (
        <p>{free === null ? words.sum(bytes) : words.sumAndFree(bytes, free)}</p>
      ) : free === null ? null : (
        <p>{words.free(free)}</p>
      )}
      {bytes === 0 && isPersisted !== true ? (
        <p>{words.persistReason}</p>
      ) : (
        <p aria-live="polite">{describeKeeping(isPersisted, hasAsked)}</p>
      )}
      {hint === null ? null : <p>{hint}</p>}
      {bytes > 0 && isPersisted === false ? (
        <Button variant="quiet" className={styles.persist} onClick={() => void ask()}>
          {words.askToPersist}
        </Button>
      ) : null}
    </div>
  );
}

function describeKeeping(isPersisted: boolean | null, hasAsked: boolean): string {
  if (isPersisted === null) return words.persistReason;
  if (isPersisted) return words.persisted;
  return hasAsked ? words.persistRefused : words.notPersisted;
}
