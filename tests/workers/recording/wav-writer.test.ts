import { expect, test } from 'vitest';
import { parseWavHeader } from '../../../audio-wasm/wav.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../audio-wasm/wav-header.ts';
import type { FileHandle } from '../../../workers/files/private-folder.ts';
import { createWavWriter, repairWav } from '../../../workers/recording/wav-writer.ts';

const format = { sampleRateHz: 1000, channels: 2 };

/** A file in memory that tracks what would be on the disk after a crash. */
class MemoryFile implements FileHandle {
  bytes = new Uint8Array(0);
  onDisk = new Uint8Array(0);
  roomBytes = Number.POSITIVE_INFINITY;
  isClosed = false;

  read(into: Uint8Array<ArrayBuffer>, { at }: { at: number }): number {
    const part = this.bytes.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  }
  write(bytes: Uint8Array<ArrayBuffer>, { at }: { at: number }): number {
    const taken = bytes.subarray(0, Math.max(0, this.roomBytes - at));
    if (at + taken.length > this.bytes.length) this.truncate(at + taken.length);
    this.bytes.set(taken, at);
    return taken.length;
  }
  getSize(): number {
    return this.bytes.length;
  }
  truncate(sizeBytes: number): void {
    const next = new Uint8Array(sizeBytes);
    next.set(this.bytes.subarray(0, sizeBytes));
    this.bytes = next;
  }
  flush(): void {
    this.onDisk = this.bytes.slice();
  }
  close(): void {
    this.isClosed = true;
  }
}

const formatOf = (bytes: Uint8Array) => parseWavHeader(bytes, bytes.length);
const block = (frames: number, sample: number): Int16Array<ArrayBuffer> => new Int16Array(frames * 2).fill(sample);

test('at any moment the disk holds a valid WAV that lacks at most a second', () => {
  const file = new MemoryFile();
  const writer = createWavWriter(file, format);
  for (let at = 1; at <= 50; at++) {
    writer.append(block(93, at));
    const { isWhole, durationS } = formatOf(file.onDisk);
    expect(isWhole).toBe(true);
    expect(writer.durationS - durationS).toBeLessThan(1);
  }
  writer.close();
  expect(formatOf(file.onDisk)).toMatchObject({ isWhole: true, frames: 50 * 93 });
  expect(new Int16Array(file.bytes.slice(WAV_HEADER_BYTES).buffer)[49 * 93 * 2]).toBe(50);
  expect(file.isClosed).toBe(true);
});

test('a full disk throws, and the samples written before stay', () => {
  const file = new MemoryFile();
  const writer = createWavWriter(file, format);
  writer.append(block(600, 1));
  file.roomBytes = WAV_HEADER_BYTES + 600 * 4 + 10;
  expect(() => writer.append(block(600, 2))).toThrow('Wrote 10 of 2400 bytes');
  writer.close();
  expect(formatOf(file.onDisk)).toMatchObject({ isWhole: true, frames: 602 });
  expect(repairWav(file)).toBe(0.602);
  expect(formatOf(file.bytes)).toMatchObject({ isWhole: true, frames: 602 });
});

test('a full disk throws even if the browser returns a nonsensical number of written bytes', () => {
  const file = new MemoryFile();
  const writer = createWavWriter(file, format);
  file.write = () => 2 ** 32 - 8;
  expect(() => writer.append(block(600, 1))).toThrow('Wrote 4294967288 of 2400 bytes');
});

test('a file truncated anywhere is repaired to whole frames', () => {
  for (const cut of [0, 1, 2, 3]) {
    const file = new MemoryFile();
    file.bytes = new Uint8Array([...wavHeader(format, 40), ...new Uint8Array(400 + cut)]);
    expect(repairWav(file)).toBe(0.1);
    expect(formatOf(file.bytes)).toMatchObject({ isWhole: true, frames: 100 });
  }
});

test('a file without a header has no samples and stays unchanged', () => {
  const file = new MemoryFile();
  expect(repairWav(file)).toBe(0);
  file.bytes = new Uint8Array(500);
  expect(repairWav(file)).toBe(0);
  expect(file.bytes).toEqual(new Uint8Array(500));
});

test('a repair does not write a correct file', () => {
  const file = new MemoryFile();
  const writer = createWavWriter(file, format);
  writer.append(block(300, 1));
  writer.close();
  const before = file.onDisk;
  expect(repairWav(file)).toBe(0.3);
  expect(file.onDisk).toBe(before);
});
