import type { Picture, PictureFile } from './telling.ts';

/** The width of the files that packs have of pictures. */
const PACKED_WIDTH_PX = 960;

/**
 * Returns the file of a picture that packs have, to be light: the widest WebP of at most {@link PACKED_WIDTH_PX}.
 */
export function packedFile({ files }: Pick<Picture, 'files'>): PictureFile | undefined {
  const light = files.filter(({ type, width }) => type === 'image/webp' && width <= PACKED_WIDTH_PX);
  return light.sort((a, b) => b.width - a.width)[0];
}
