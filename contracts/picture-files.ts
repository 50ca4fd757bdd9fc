/** Width up to which a pack's pictures are: wide enough for a phone, and a quarter of the bytes of the widest. */
const PACKED_WIDTH_MAX = 960;

/** Returns the file of a picture that packs have: the widest WebP of a phone's width. @param files as listed, or as stored */
export function packedFile<File extends { readonly type: string; readonly width: number }>(
  files: readonly File[],
): File | undefined {
  const light = files.filter(({ type, width }) => type.endsWith('webp') && width <= PACKED_WIDTH_MAX);
  return light.sort((a, b) => b.width - a.width)[0];
}
