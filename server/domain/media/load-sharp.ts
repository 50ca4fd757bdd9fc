/** Loads sharp lazily: it takes 18 MB. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  // Other decoders (SVG, PDF, TIFF, ...) are blocked.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      ...['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
      // For the pictures that the server draws. Uploads are read from files, whose SVG stays blocked.
      'VipsForeignLoadSvgBuffer',
    ],
  });
  return sharp;
}
