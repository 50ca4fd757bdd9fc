import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { ROOT } from '../run.mjs';

/**
 * `node scripts/make/app-pictures.mjs [FOLDER]`: writes the pictures of the installed app to `app/public`: its icons,
 * and its screenshots if the FOLDER of `npm run screenshots` is given.
 */

const CLAY = '#b8452b';
const PAPER = '#fbf7f0';

/** Draws the mark of app/public/favicon.svg, centred in a square; its height is `share` of the square's. */
const icon = (/** @type {number} */ share, /** @type {number} */ cornerShare) => {
  const scale = (share * 100) / 62;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
    <rect width="100" height="100" rx="${cornerShare * 100}" fill="${CLAY}"/>
    <g transform="translate(${50 - 32 * scale} ${50 - 32.25 * scale}) scale(${scale})">
      <path d="M32 61C21.5 47.5 11 37.5 11 24.5a21 21 0 0 1 42 0C53 37.5 42.5 47.5 32 61Z" fill="${PAPER}"/>
      <path d="M22 21v7M32 14v21M42 19v11" stroke="${CLAY}" stroke-width="5" stroke-linecap="round" fill="none"/>
    </g>
  </svg>`;
};

const ICONS = [
  { name: 'icon-192', size: 192, share: 0.7, cornerShare: 0.22 },
  { name: 'icon-512', size: 512, share: 0.7, cornerShare: 0.22 },
  // A system may crop a maskable icon to a circle of four fifths.
  { name: 'icon-maskable-192', size: 192, share: 0.54, cornerShare: 0 },
  { name: 'icon-maskable-512', size: 512, share: 0.54, cornerShare: 0 },
  { name: 'apple-touch-icon', size: 180, share: 0.66, cornerShare: 0 },
];

const SCREENSHOTS = ['walk-phone-light', 'map-phone-light', 'map-desktop-light'];

const [folder] = process.argv.slice(2);
mkdirSync(`${ROOT}app/public/icons`, { recursive: true });
for (const { name, size, share, cornerShare } of ICONS) {
  await sharp(Buffer.from(icon(share, cornerShare)), { density: 600 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${ROOT}app/public/icons/${name}.png`);
}
if (folder !== undefined) {
  mkdirSync(`${ROOT}app/public/screenshots`, { recursive: true });
  for (const name of SCREENSHOTS) {
    await sharp(`${folder}/${name}.png`)
      .png({ compressionLevel: 9, palette: true, quality: 80 })
      .toFile(`${ROOT}app/public/screenshots/${name}.png`);
  }
}
