import type { PcmFormat } from '../../audio-wasm/wav-header.ts';
import {
  type FileHandle,
  isQuota,
  openEntry,
  type PrivateFolder,
  readEntry,
  removeEntry,
  writeEntry,
} from '../files/private-folder.ts';
import {
  checkId,
  isLasting,
  listStoredFiles,
  openFolder,
  readStoredFile,
  removeStoredFile,
  storeFile,
} from './device-files.ts';
import type { CaptureMessage, RecordingApi, StoredRecording, WriteFault } from './recording.api.ts';
import { createRecordingLocks } from './recording-locks.ts';
import { readTrack } from './track-reader.ts';
import { createWavWriter, repairWav, type WavWriter } from './wav-writer.ts';

const RECORDINGS_FOLDER = 'recordings';
/** How long to wait for the last samples, which take milliseconds; a dead audio thread sends none. */
const LAST_SAMPLES_MS = 2000;

interface Running {
  readonly writer: WavWriter;
  readonly ended: Promise<void>;
  readonly blocks: MessagePort;
}

/** Stores the recordings of this origin. Only workers have synchronous access handles. */
export function createRecordingStore(): RecordingApi {
  const running = new Map<string, Running>();
  const locks = createRecordingLocks();
  /** Recordings that are being started; their files are ignored. */
  const starting = new Set<string>();
  let lastNote: Promise<unknown> = Promise.resolve();

  /** Serializes access to notes, because a file has one writer at a time and the last note must win. */
  function withNotes<T>(work: () => Promise<T>): Promise<T> {
    const done = lastNote.then(work);
    lastNote = done.catch(() => {});
    return done;
  }

  async function removeFiles(folder: PrivateFolder, id: string): Promise<void> {
    await removeEntry(folder, wavName(id));
    await withNotes(async () => {
      for (const name of noteNames(id)) await removeEntry(folder, name);
    });
  }

  async function inspect(folder: PrivateFolder, id: string): Promise<StoredRecording | null> {
    if (starting.has(id)) return null;
    const durationS = running.get(id)?.writer.durationS ?? (await repair(folder, id));
    if (durationS > 0) return { id, note: await withNotes(() => readNote(folder, id)), durationS };
    if (!running.has(id)) await removeFiles(folder, id);
    return null;
  }

  return {
    isLasting,

    async begin(id, note, format, blocks, faults) {
      checkId(id);
      const folder = await openFolder(RECORDINGS_FOLDER);
      await locks.hold(id);
      starting.add(id);
      try {
        // The WAV first, because recordings are listed by it: a crash in between leaves no orphaned note.
        await folder.getFileHandle(wavName(id), { create: true });
        await writeNote(folder, noteNames(id)[0], note);
        running.set(id, receive(await openEntry(folder, wavName(id)), format, blocks, faults));
      } catch (error) {
        await removeFiles(folder, id).catch(() => {});
        locks.release(id);
        throw error;
      } finally {
        starting.delete(id);
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
        // The disk is full; the file is repaired when it is opened.
      }
    },

    annotate: (id, note) =>
      withNotes(async () => {
        const folder = await openFolder(RECORDINGS_FOLDER);
        // A note written after its recording's deletion would stay forever.
        if ((await readEntry(folder, wavName(id))) !== null) await replaceNote(folder, id, note);
      }),

    async list() {
      const folder = await openFolder(RECORDINGS_FOLDER);
      const found: (StoredRecording & { readonly since: number })[] = [];
      for await (const name of folder.keys()) {
        if (!name.endsWith('.wav')) continue;
        const id = name.slice(0, -'.wav'.length);
        try {
          const { lastModified } = await (await folder.getFileHandle(name)).getFile();
          const recording = await locks.during(id, () => inspect(folder, id));
          if (recording !== null) found.push({ ...recording, since: lastModified });
        } catch {
          // A folder, or a recording that can't be opened or was just deleted, must not hide the others.
        }
      }
      return found
        .sort((one, other) => one.since - other.since)
        .map(({ id, note, durationS }) => ({ id, note, durationS }));
    },

    async open(id) {
      const folder = await openFolder(RECORDINGS_FOLDER);
      if (running.has(id) || !(await locks.hold(id))) return null;
      const durationS = await repair(folder, id).catch((error: unknown) => {
        locks.release(id);
        throw error;
      });
      if (durationS === 0) {
        locks.release(id);
        return null;
      }
      return readWav(folder, id);
    },

    read: async (id) => readWav(await openFolder(RECORDINGS_FOLDER), id),

    release: async (id) => {
      if (!running.has(id)) locks.release(id);
    },

    storeFile,
    readFile: readStoredFile,
    removeFile: removeStoredFile,
    listFiles: listStoredFiles,

    async remove(id) {
      await removeFiles(await openFolder(RECORDINGS_FOLDER), id);
      locks.release(id);
    },
  };
}

async function readWav(folder: PrivateFolder, id: string): Promise<Blob | null> {
  const file = await readEntry(folder, wavName(id));
  return file === null ? null : file.slice(0, file.size, 'audio/wav');
}

function receive(file: FileHandle, format: PcmFormat, blocks: MessagePort, faults: MessagePort): Running {
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

function startWav(file: FileHandle, format: PcmFormat): WavWriter {
  try {
    return createWavWriter(file, format);
  } catch (error) {
    // There is no space for the header. An open file can't be deleted.
    file.close();
    throw error;
  }
}

function faultOf(error: unknown): WriteFault {
  return isQuota(error) ? 'disk-full' : 'write-failed';
}

/** Repairs a recording and returns its duration in seconds; 0 if there is none. */
async function repair(folder: PrivateFolder, id: string): Promise<number> {
  if ((await readEntry(folder, wavName(id))) === null) return 0;
  const file = await openEntry(folder, wavName(id));
  try {
    return repairWav(file);
  } finally {
    file.close();
  }
}

const wavName = (id: string): string => `${id}.wav`;

/** Marks the end of a completely written note. */
const END = '\n';

function noteNames(id: string): readonly [string, string] {
  return [`${id}.json`, `${id}.next.json`];
}

function writeNote(folder: PrivateFolder, name: string, note: string): Promise<void> {
  return writeEntry(folder, name, new Blob([note, END]));
}

/** Replaces a note atomically: if the page is killed in between, either the old or the new note remains. */
async function replaceNote(folder: PrivateFolder, id: string, note: string): Promise<void> {
  const [name, next] = noteNames(id);
  await writeNote(folder, next, note);
  await writeNote(folder, name, note);
  await removeEntry(folder, next);
}

async function readNote(folder: PrivateFolder, id: string): Promise<string> {
  const [name, next] = noteNames(id);
  const read = (file: string): Promise<string> =>
    readEntry(folder, file).then(
      (entry) => entry?.text() ?? '',
      () => '',
    );
  const replacing = await read(next);
  const note = replacing.endsWith(END) ? replacing : await read(name);
  return note.endsWith(END) ? note.slice(0, -END.length) : note;
}
