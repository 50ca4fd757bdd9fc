/** The arena's next free byte. Everything above the module's own data belongs to the job at hand. */
let top: usize = __heap_base;

/**
 * Takes bytes from the arena, aligned to 16 for SIMD; the memory grows where needed, which detaches every view of it.
 * Returns their address, or 0 when no more memory can be had.
 */
export function alloc(bytes: usize): usize {
  const start = (top + 15) & ~15;
  const end = start + bytes;
  const held = (<usize>memory.size()) << 16;
  if (end > held && memory.grow(<i32>((end - held + 0xffff) >> 16)) < 0) return 0;
  top = end;
  return start;
}

/** Gives the whole arena back at once: every address from before is void. */
export function reset(): void {
  top = __heap_base;
}
