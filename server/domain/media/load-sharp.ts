let loaded: Promise<typeof import('sharp').default> | undefined;

/** Loads sharp lazily, because it takes 18 MB, and configures it once for the whole process. */
export async function loadSharp(): Promise<typeof import('sharp').default> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof import('sharp').default> {
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
