import { expect, test } from 'vitest';
import { createBlockBuilder } from '../../../workers/recording/pcm-blocks.ts';

function build(channels: number, framesPerBlock: number) {
  const blocks: Int16Array<ArrayBuffer>[] = [];
  return { blocks, builder: createBlockBuilder(channels, framesPerBlock, (block) => blocks.push(block)) };
}

test('samples of both channels are interleaved into full blocks, for any input lengths', () => {
  const { blocks, builder } = build(2, 3);
  builder.add([Float32Array.of(0.5, 0.25), Float32Array.of(-0.5, -0.25)]);
  expect(blocks).toEqual([]);
  builder.add([Float32Array.of(1, 0), Float32Array.of(-1, 0)]);
  expect(blocks).toEqual([Int16Array.of(16384, -16383, 8192, -8192, 32767, -32767)]);
  expect(builder.frames).toBe(4);
});

test('a flush emits the gathered samples, or nothing if there are none', () => {
  const { blocks, builder } = build(1, 4);
  builder.flush();
  expect(blocks).toEqual([]);
  builder.add([Float32Array.of(0.5)]);
  builder.flush();
  builder.flush();
  expect(blocks).toEqual([Int16Array.of(16384)]);
});

test('values beyond full scale are clipped; NaN and a missing channel are silence', () => {
  const { blocks, builder } = build(2, 3);
  builder.add([Float32Array.of(4, -4, Number.NaN)]);
  expect(blocks).toEqual([Int16Array.of(32767, 0, -32768, 0, 0, 0)]);
});

test('recycled memory is reused, memory of another size is not', () => {
  const { blocks, builder } = build(1, 2);
  builder.add([Float32Array.of(0, 0)]);
  const memory = blocks[0]?.buffer ?? new ArrayBuffer(0);
  builder.recycle(new ArrayBuffer(2));
  builder.recycle(memory);
  // The current block was allocated before the memory came back.
  builder.add([Float32Array.of(0, 0, 0.5, 0.5)]);
  expect(blocks[2]?.buffer).toBe(memory);
  expect(blocks[2]).toEqual(Int16Array.of(16384, 16384));
});

test('the peak is returned once, whatever its channel and sign', () => {
  const { builder } = build(2, 8);
  builder.add([Float32Array.of(0.1, 0.2), Float32Array.of(-0.75, 0)]);
  expect(builder.takePeak()).toBe(0.75);
  expect(builder.takePeak()).toBe(0);
});
