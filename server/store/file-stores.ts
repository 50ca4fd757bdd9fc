import type { ErasedList } from './erasures.ts';
import type { MediaFiles, StoredMedia, StoreMark } from './files.ts';
import type { PartStore } from './upload-parts.ts';

/** What a server stores outside of its database, in its data folder or in a bucket. */
export interface FileStores {
  /** The data folder, which a server with a bucket has, too. */
  readonly dataDir: string;
  /** The name by which other servers on a database recognize the media store: the bucket's, or `DATA_DIR`. */
  readonly name: string;
  /** Opens the media. Creates folders, and deletes the files of uploads that a crash interrupted. */
  openMedia(): Promise<MediaFiles>;
  /** Opens the media for reading beside a running server. */
  readMedia(): StoredMedia;
  /** The owner mark of the media, for reading. */
  readonly readMark: Pick<StoreMark, 'address' | 'read'>;
  openParts(files: MediaFiles): Promise<PartStore>;
  readonly erased: ErasedList;
}
