import { ProgressBar } from '../ui/progress-bar.tsx';
import { packShare, packStatus } from './pack-status.ts';
import styles from './packs.module.css';
import type { PackView } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

/** Progress of a download, in bytes and files. Renders nothing if none was started. */
export function PackProgress({ view }: { readonly view: Readonly<PackView> | undefined }) {
  const status = packStatus(view);
  const isBegun = status === 'downloading' || status === 'waiting' || status === 'paused' || status === 'failed';
  if (view === undefined || !isBegun || view.failure === 'unsupported') return null;
  const { bytes, files, bytesHere, filesHere } = view;
  return (
    <div className={styles.progress}>
      <ProgressBar label={words.progress} value={packShare(view)} />
      {bytes === null || files === null ? null : (
        <p className={styles.numbers}>
          <span>{words.bytesDone(bytesHere, bytes)}</span>
          <span>{words.filesDone(filesHere, files)}</span>
        </p>
      )}
    </div>
  );
}
