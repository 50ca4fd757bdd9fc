import { encode } from 'uqr';

/** A QR code as what is drawn of it. */
export interface QrShape {
  /** Modules on each side, the quiet zone included: the side of the drawing's `viewBox`. */
  readonly side: number;
  /** The dark modules as an SVG path, one unit to a module. */
  readonly path: string;
}

/** Modules that must stay light around a code, or readers do not find it (ISO/IEC 18004, 9.1). */
export const QUIET_MODULES = 4;

/** The code for a text. Errors in some 15 percent of it can be mended: enough for a creased poster. */
export function shapeQr(text: string): QrShape {
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

/** The same as a file of its own: dark on white whatever the look, for printing. */
export function printQr({ side, path }: QrShape, title: string): string {
  const box = `viewBox="0 0 ${side} ${side}" width="${side * 10}" height="${side * 10}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${box} shape-rendering="crispEdges"><title>${escapeXml(title)}</title>`;
  return `${head}<path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
