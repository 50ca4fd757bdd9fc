/** Runs `task` without `AbortSignal.any` and `AbortSignal.timeout`, which browsers from before 2024 do not all have. */
export async function withoutCombinedSignals(task: () => Promise<unknown>): Promise<void> {
  const { any, timeout } = AbortSignal;
  Object.assign(AbortSignal, { any: undefined, timeout: undefined });
  try {
    await task();
  } finally {
    Object.assign(AbortSignal, { any, timeout });
  }
}
