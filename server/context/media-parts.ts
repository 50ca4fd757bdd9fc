import { createAbandonedKeys } from '../domain/abandoned-keys.ts';
import { createParcoursImports } from '../domain/exchange/parcours-imports.ts';
import { createEncodeImage } from '../domain/media/encode-image.ts';
import { createEncodePicture } from '../domain/media/encode-picture.ts';
import { openQuota } from '../domain/media/quota.ts';
import { createRenditions, createStoredRenditions, NO_RENDITIONS } from '../domain/media/renditions/renditions.ts';
import { createStoredWaveforms, createWaveforms } from '../domain/media/waveforms.ts';
import { createPlaceVersions } from '../domain/places/place-versions.ts';
import { createPictures } from '../domain/tellings/pictures.ts';
import { createImages } from '../domain/uploads/images.ts';
import { createRecordingSessions } from '../domain/uploads/recording-sessions.ts';
import { createRecordings } from '../domain/uploads/recordings.ts';
import { openResumableUploads } from '../domain/uploads/resumable-uploads.ts';
import { createUploadChecks } from '../domain/uploads/upload-checks.ts';
import { createUploadRepeats } from '../domain/uploads/upload-repeats.ts';
import type { AsyncScope } from './async-scope.ts';
import { boundsOf, type SharedQueues } from './content-parts.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The parts for uploads, and for what is made of stored audio. */
export type MediaParts = Awaited<ReturnType<typeof openMediaParts>>;

/** Creates the parts for uploads. The scope ends their work. */
export async function openMediaParts(
  { config, log, clock }: ContextBase,
  { database, files, links, played, disk, leases, parts }: OpenedData,
  { takeListTurn, takePictureTurn, takeImportTurn }: SharedQueues,
  scope: AsyncScope,
) {
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
  const abandonedKeys = createAbandonedKeys(clock);
  const repeats = createUploadRepeats(database, links, abandonedKeys, clock);
  const uploadChecks = createUploadChecks(database, repeats, quota);
  const recordings = createRecordings({
    database,
    played,
    quota,
    waveforms,
    renditions,
    repeats,
    abandonedKeys,
    clock,
  });
  return {
    renditions,
    waveforms,
    images: createImages({
      ...{ files, played, quota, clock },
      reader: database.reader,
      encode: createEncodeImage(takePictureTurn),
    }),
    pictures: createPictures({
      ...{ database, files, played, quota, links, clock },
      encode: createEncodePicture(takePictureTurn),
    }),
    uploadChecks,
    recordings,
    placeVersions: createPlaceVersions({
      ...{ database, links, played, quota, clock },
      space: { ...boundsOf({ config }), disk },
      takeTurn: takeListTurn,
    }),
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
      abandonedKeys,
      clock,
      bytesMax: config.uploadMaxBytes,
    }),
    parcoursImports: createParcoursImports({
      ...{ database, files, played, quota, clock, takePictureTurn },
      space: { ...boundsOf({ config }), disk },
      takeTurn: takeImportTurn,
      onSounds: () => {
        void waveforms.addMissing();
        renditions.wake();
      },
    }),
    quota,
    repeats,
  };
}
