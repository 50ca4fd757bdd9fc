import { History } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { firstLeft } from '../composer/take.ts';
import { openLeft } from '../composer/takes.ts';
import { outbox } from '../drop-services.ts';
import styles from './record-tool.module.css';
import { recordStrings } from './record-words.ts';
import { recordings } from './recordings.ts';

/** Opens the oldest unsaved recording, if there is one. */
export function FoundButton({ userId }: { readonly userId: UserId }) {
  const { found } = useSnapshot(recordings);
  const { isReady, items } = useSnapshot(outbox);
  const left = isReady ? firstLeft(found, items, userId) : null;
  if (left === null) return null;
  return (
    <Button
      variant="secondary"
      icon={<History size={20} aria-hidden />}
      className={styles.found}
      onClick={() => openLeft(left)}
    >
      {recordStrings.found}
    </Button>
  );
}
