/** The arena's next free byte. The arena begins after the module's own data. */
let top: usize = __heap_base;

/** Allocates bytes, aligned to 16 for SIMD, which may detach views of the memory; returns 0 if memory is short. */
export function alloc(bytes: usize): usize {
  const start = (top + 15) & ~15;
  const end = start + bytes;
  const held = (<usize>memory.size()) << 16;
  if (end > held && memory.grow(<i32>((end - held + 0xffff) >> 16)) < 0) return 0;
  top = end;
  return start;
}

/** Frees the whole arena; all earlier addresses are invalid. */
export function reset(): void {
  top = __heap_base;
}
