import type { Cue } from '../../contracts/web-vtt.ts';

/** The API of the speech worker. One part at a time: the model blocks its thread. */
export interface SpeechApi {
  /**
   * Returns the bytes that the first use downloads, less those that the browser keeps; null if a file is missing, its size
   * isn't told, or the model doesn't know the language.
   *
   * @param folder whole address of the library and the model, ending with a slash
   */
  findDownload(folder: string, language: string): Promise<number | null>;
  /**
   * Writes down what is said in a part of at most 30 s.
   *
   * @param samples one channel at SPEECH_RATE_HZ (contracts/limits.ts), from -1 to 1
   * @param onBytes called with the bytes of the model that have arrived, and with null once it is in memory
   * @returns cues whose times count from the part's start
   * @throws what the library throws
   */
  write(
    folder: string,
    language: string,
    samples: Float32Array<ArrayBuffer>,
    onBytes: (bytes: number | null) => void,
  ): Promise<Cue[]>;
}
