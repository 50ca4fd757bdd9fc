/**
 * Fetches and compiles `core.wasm`. Small enough that compiling while streaming would gain nothing, and this way no
 * server's content type matters.
 *
 * @returns the module, or null where the engine can't compile it (no WebAssembly, or none with SIMD): the plain twins
 * serve then
 * @throws Error when the file can't be fetched, which another attempt may cure
 */
export async function compileCore(url: string): Promise<WebAssembly.Module | null> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Expected the WASM core at ${url}, got status ${response.status}`);
  return compileCoreBytes(await response.arrayBuffer());
}

/** Compiles the bytes of `core.wasm`; null as {@link compileCore}. */
export async function compileCoreBytes(
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    return null;
  }
}
