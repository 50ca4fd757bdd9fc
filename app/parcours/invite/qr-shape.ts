import { encode } from 'uqr';

/** A QR code as an SVG drawing. */
export interface QrShape {
  /** Modules per side, with the quiet zone: the side of the `viewBox`. */
  readonly side: number;
  /** The dark modules as an SVG path, one unit per module. */
  readonly path: string;
}

/** Width in modules of the light margin that readers need around a code (ISO/IEC 18004, 9.1). */
export const QUIET_MODULES = 4;

/** Encodes a text with error correction level M, which restores about 15 percent: enough for a creased poster. */
export function encodeQr(text: string): QrShape {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs: string[] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < size; x++) {
      if (row[x] !== true) continue;
      const start = x;
      while (row[x + 1] === true) x++;
      runs.push(`M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${x + 1 - start}v1h-${x + 1 - start}z`);
    }
  });
  return { side: size + 2 * QUIET_MODULES, path: runs.join('') };
}

/** Builds an SVG file of the code for printing, black on white. */
export function toSvgFile({ side, path }: QrShape, title: string): string {
  const box = `viewBox="0 0 ${side} ${side}" width="${side * 10}" height="${side * 10}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges"><title>${escapeXml(title)}</title>`;
  return `${head}<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
