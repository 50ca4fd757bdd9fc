declare module 'subset-font' {
  /** Makes a font with fewer characters, weights and features. */
  function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: {
      readonly targetFormat: 'woff2' | 'truetype';
      readonly keepAllGlyphs?: boolean;
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      readonly keepFeatures?: readonly string[];
    },
  ): Promise<Uint8Array>;
  export = subsetFont;
}
