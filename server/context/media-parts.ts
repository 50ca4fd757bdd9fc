import { createEncodeImage } from '../domain/media/encode-image.ts';
import { openQuota, type Quota } from '../domain/media/quota.ts';
import {
  createRenditions,
  createStoredRenditions,
  NO_RENDITIONS,
  type StoredRenditions,
} from '../domain/media/renditions/renditions.ts';
import { createStoredWaveforms, createWaveforms, type StoredWaveforms } from '../domain/media/waveforms.ts';
import { createImages, type Images } from '../domain/uploads/images.ts';
import { createRecordingSessions, type RecordingSessions } from '../domain/uploads/recording-sessions.ts';
import { createRecordings, type Recordings } from '../domain/uploads/recordings.ts';
import { openResumableUploads, type ResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { createUploadChecks, type UploadChecks } from '../domain/uploads/upload-checks.ts';
import { createGivenUp, createUploadRepeats, type UploadRepeats } from '../domain/uploads/upload-repeats.ts';
import type { AsyncScope } from './async-scope.ts';
import type { SharedQueues } from './content-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for uploads, and for what is made of stored audio. */
export interface MediaParts {
  readonly renditions: StoredRenditions;
  readonly waveforms: StoredWaveforms;
  readonly images: Images;
  readonly uploadChecks: UploadChecks;
  readonly recordings: Recordings;
  readonly recordingSessions: RecordingSessions;
  readonly resumable: ResumableUploads;
}

/** The parts for uploads, with what only other parts need of them. */
export interface AllMediaParts extends MediaParts {
  readonly quota: Quota;
  readonly repeats: UploadRepeats;
}

/** Creates the parts for uploads. The scope ends their work. */
export async function openMediaParts(
  { config, log, clock }: ContextBase,
  { database, files, links, played, disk, leases, parts }: OpenedData,
  { takePictureTurn }: SharedQueues,
  scope: AsyncScope,
): Promise<AllMediaParts> {
  const quota = await openQuota({
    database,
    limits: {
      accountBytes: config.userQuotaBytes,
      freshBytes: config.freshQuotaBytes,
      totalBytes: config.totalQuotaBytes,
    },
    disk,
    hasPartsOnDisk: parts.isOnDisk,
    clock,
    onFailure: (error) => log.error({ err: error }, 'reserved bytes could not be extended'),
  });
  scope.add(() => quota.close());
  const renditions = config.renditions
    ? createStoredRenditions({
        database,
        files,
        played,
        leases,
        renditions: createRenditions(),
        onFailure: (error, audio) => log.warn({ err: error, ...audio }, 'no rendition'),
      })
    : NO_RENDITIONS;
  scope.add(() => renditions.close());
  const waveforms = createStoredWaveforms({
    database,
    files,
    played,
    leases,
    waveforms: createWaveforms(),
    onFailure: (error, sha256) => log.warn({ err: error, sha256 }, 'no waveform'),
  });
  scope.add(() => waveforms.close());
  const givenUp = createGivenUp(clock);
  const repeats = createUploadRepeats(database, links, givenUp, clock);
  const uploadChecks = createUploadChecks(database, repeats, quota);
  const recordings = createRecordings({ database, played, quota, waveforms, renditions, repeats, givenUp, clock });
  return {
    renditions,
    waveforms,
    images: createImages({ files, played, quota, encode: createEncodeImage(takePictureTurn), clock }),
    uploadChecks,
    recordings,
    recordingSessions: createRecordingSessions(database, clock),
    resumable: await openResumableUploads({
      database,
      parts,
      mediaFiles: files,
      gate: uploadChecks,
      quota,
      disk,
      recordings,
      repeats,
      givenUp,
      clock,
      bytesMax: config.uploadMaxBytes,
    }),
    quota,
    repeats,
  };
}
