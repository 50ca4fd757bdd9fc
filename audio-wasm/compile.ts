/**
 * Fetches and compiles `core.wasm`, without streaming compilation, which gains nothing for so small a file and needs
 * the right content type.
 *
 * @returns the module; null where the engine can't compile it (no WebAssembly or no SIMD), so that the plain twins are
 * used
 * @throws Error if the file can't be fetched; a retry may succeed
 */
export async function compileCore(url: string): Promise<WebAssembly.Module | null> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Expected the WASM core at ${url}, got status ${response.status}`);
  return compileCoreBytes(await response.arrayBuffer());
}

/** Compiles the bytes of `core.wasm`; returns null as {@link compileCore} does. */
export async function compileCoreBytes(
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    return null;
  }
}
