import { encode } from 'uqr';

/** A service or program that sends a link. */
interface ShareTarget {
  readonly id: 'whatsapp' | 'telegram' | 'facebook' | 'x' | 'email' | 'sms';
  readonly href: string;
  /** Whether it is a web page, which opens in a new tab; otherwise the system opens a program. */
  readonly isPage: boolean;
}

/**
 * Lists the services for sending a link, by their published URLs: none of their code runs in the app, and they learn of
 * the link only when a person opens one.
 *
 * @param link an absolute URL
 * @param message text before the link, if the service accepts one
 */
export function listShareTargets(link: string, message: string): ShareTarget[] {
  const [url, text, both] = [link, message, `${message}\n${link}`].map(encodeURIComponent);
  return [
    { id: 'whatsapp', href: `https://wa.me/?text=${both}`, isPage: true },
    { id: 'telegram', href: `https://t.me/share/url?url=${url}&text=${text}`, isPage: true },
    { id: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}`, isPage: true },
    { id: 'x', href: `https://x.com/intent/post?url=${url}&text=${text}`, isPage: true },
    { id: 'email', href: `mailto:?subject=${text}&body=${both}`, isPage: false },
    // iPhones expect '&' before the body, other phones '?'; '?&' works on both.
    { id: 'sms', href: `sms:?&body=${both}`, isPage: false },
  ];
}

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

/** The longest part of a file name that is taken from a label. */
const LENGTH_MAX = 60;

/** Makes a file name of letters without accents, digits and hyphens, distinct for each link's name. */
export function qrFileName(name: string, extension: 'svg' | 'png'): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-|-$/g, '');
  return `${plain === '' ? 'invitation' : `invitation-${plain}`}.${extension}`;
}
