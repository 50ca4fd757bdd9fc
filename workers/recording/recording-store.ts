import { isNotFound, isQuota } from '../files/file-errors.ts';
import { createHeldLocks } from './held-locks.ts';
import { keepFile, listKeptFiles, readEntry, readKeptFile, removeKeptFile } from './kept-files.ts';
import { readNote, removeNote, replaceNote, writeNote } from './notes.ts';
import type { CaptureMessage, KeptRecording, RecordingApi, WriteFault } from './recording.api.ts';
import { RecordingStoreError } from './recording-errors.ts';
import { readTrack } from './track-reader.ts';
import type { PcmFormat } from './wav-header.ts';
import { createWavWriter, mendWav, type WavWriter } from './wav-writer.ts';

const FOLDER = 'recordings';
const ID = /^[\w-]{1,64}$/;
/** Between the last samples leaving the audio thread and their arrival lie milliseconds; a dead thread sends none. */
const LAST_SAMPLES_MS = 2000;
/** The browser gives the file of a tab that was killed free a moment after the tab has gone. */
const MEND_TRIES = 20;
const MEND_PAUSE_MS = 100;

interface Running {
  readonly writer: WavWriter;
  readonly ended: Promise<void>;
  readonly blocks: MessagePort;
}

/** The recordings of this origin; see RecordingApi for the contract. For a worker: only there files are written in step. */
export function createRecordingStore(): RecordingApi {
  const running = new Map<string, Running>();
  const locks = createHeldLocks();
  /** Being begun: no file of theirs is looked at. */
  const beginning = new Set<string>();
  let lastNote: Promise<unknown> = Promise.resolve();

  /** A note's file is open for one writer only, the last note is the one that counts, and none is read half written. */
  function withNotes<T>(work: () => Promise<T>): Promise<T> {
    const done = lastNote.then(work);
    lastNote = done.catch(() => {});
    return done;
  }

  async function removeFiles(folder: FileSystemDirectoryHandle, id: string): Promise<void> {
    await folder.removeEntry(wavName(id)).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
    await withNotes(() => removeNote(folder, id));
  }

  async function lookAt(folder: FileSystemDirectoryHandle, id: string): Promise<KeptRecording | null> {
    if (beginning.has(id)) return null;
    const durationS = running.get(id)?.writer.durationS ?? (await mend(folder, id));
    if (durationS > 0) return { id, note: await withNotes(() => readNote(folder, id)), durationS };
    if (!running.has(id)) await removeFiles(folder, id);
    return null;
  }

  return {
    async begin(id, note, format, blocks, faults) {
      if (!ID.test(id)) throw new RangeError(`Expected an id of letters, digits and dashes, got '${id}'`);
      const folder = await openFolder();
      await locks.hold(id);
      beginning.add(id);
      try {
        // First the file, by which a recording is found, so that a crash in between leaves nothing that is not.
        const file = await folder.getFileHandle(wavName(id), { create: true });
        await writeNote(folder, id, note);
        running.set(id, follow(await file.createSyncAccessHandle(), format, blocks, faults));
      } catch (error) {
        await removeFiles(folder, id).catch(() => {});
        locks.release(id);
        throw error;
      } finally {
        beginning.delete(id);
      }
    },

    async finish(id) {
      const recording = running.get(id);
      if (recording === undefined) return;
      await Promise.race([recording.ended, new Promise((resolve) => setTimeout(resolve, LAST_SAMPLES_MS))]);
      running.delete(id);
      recording.blocks.close();
      try {
        recording.writer.close();
      } catch {
        // The disk is full: what is there is mended when it is opened.
      }
    },

    annotate: (id, note) =>
      withNotes(async () => {
        const folder = await openFolder();
        // The note of what was removed meanwhile would stay for good.
        if ((await readEntry(folder, wavName(id))) !== null) await replaceNote(folder, id, note);
      }),

    async list() {
      const folder = await openFolder();
      const found: (KeptRecording & { readonly since: number })[] = [];
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind !== 'file' || !name.endsWith('.wav')) continue;
        const id = name.slice(0, -'.wav'.length);
        try {
          const { lastModified } = await (entry as FileSystemFileHandle).getFile();
          const kept = await locks.during(id, () => lookAt(folder, id));
          if (kept !== null) found.push({ ...kept, since: lastModified });
        } catch {
          // One that can't be opened now, or has just been removed, hides none of the others.
        }
      }
      return found
        .sort((one, other) => one.since - other.since)
        .map(({ id, note, durationS }) => ({ id, note, durationS }));
    },

    async open(id) {
      const folder = await openFolder();
      if (running.has(id) || !(await locks.hold(id))) return null;
      const durationS = await mend(folder, id).catch((error: unknown) => {
        locks.release(id);
        throw error;
      });
      if (durationS === 0) {
        locks.release(id);
        return null;
      }
      const file = await (await folder.getFileHandle(wavName(id))).getFile();
      return file.slice(0, file.size, 'audio/wav');
    },

    async read(id) {
      const file = await readEntry(await openFolder(), wavName(id));
      return file === null ? null : file.slice(0, file.size, 'audio/wav');
    },

    release: async (id) => {
      if (!running.has(id)) locks.release(id);
    },

    keepFile,
    readFile: readKeptFile,
    removeFile: removeKeptFile,
    listFiles: listKeptFiles,

    async remove(id) {
      await removeFiles(await openFolder(), id);
      locks.release(id);
    },
  };
}

function follow(
  file: FileSystemSyncAccessHandle,
  format: PcmFormat,
  blocks: MessagePort,
  faults: MessagePort,
): Running {
  const writer = startWav(file, format);
  let isWritable = true;
  const append = (samples: Int16Array<ArrayBuffer>): void => {
    try {
      if (isWritable) writer.append(samples);
    } catch (error) {
      isWritable = false;
      faults.postMessage(faultOf(error));
    }
  };
  const ended = new Promise<void>((resolve) => {
    blocks.onmessage = ({ data }: MessageEvent<CaptureMessage>) => {
      if ('ended' in data) return resolve();
      if ('track' in data) return void readTrack(data.track, data.control, append).then(resolve);
      append(data.samples);
      blocks.postMessage(data.samples.buffer, [data.samples.buffer]);
    };
  });
  return { writer, ended, blocks };
}

function startWav(file: FileSystemSyncAccessHandle, format: PcmFormat): WavWriter {
  try {
    return createWavWriter(file, format);
  } catch (error) {
    // Not even its header had room. A file that stays open can't be removed.
    file.close();
    throw error;
  }
}

function faultOf(error: unknown): WriteFault {
  return isQuota(error) ? 'disk-full' : 'write-failed';
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (cause) {
    if (isQuota(cause)) throw cause;
    throw new RecordingStoreError(`No private file system to record into: ${String(cause)}`);
  }
}

/** Returns the recording's length in seconds; 0 where there is none. */
async function mend(folder: FileSystemDirectoryHandle, id: string): Promise<number> {
  const entry = await folder.getFileHandle(wavName(id)).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  if (entry === null) return 0;
  const file = await openWhenFree(entry);
  try {
    return mendWav(file);
  } finally {
    file.close();
  }
}

async function openWhenFree(entry: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await entry.createSyncAccessHandle();
    } catch (error) {
      const isTaken = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isTaken || attempt === MEND_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, MEND_PAUSE_MS));
    }
  }
}

const wavName = (id: string): string => `${id}.wav`;
