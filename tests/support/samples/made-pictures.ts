import sharp, { type Sharp } from 'sharp';

/** A picture whose left half is red and whose right half is blue. */
export function halves(width: number, height: number): Sharp {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) raw[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  return sharp(raw, { raw: { width, height, channels: 3 } });
}

/** A picture of one colour. */
export function plain(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** Returns red, green and blue of one pixel of an image file. */
export async function pixelOf(file: Buffer, x: number, y: number): Promise<number[]> {
  return [...(await sharp(file).extract({ left: x, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer())];
}

/** A JPEG with what a camera and a newsroom write into one: where and with what it was taken, by whom, and a profile. */
export async function tellingJpeg(image: Sharp): Promise<Buffer> {
  const file = await image
    .withIccProfile('p3')
    .withExif({ IFD0: { Make: 'Camera', Artist: 'Somebody' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:creator>Somebody</dc:creator></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  return Buffer.concat([file.subarray(0, 2), captionSegment('Somebody'), file.subarray(2)]);
}

/** A segment of a JPEG with a caption in IPTC. */
function captionSegment(caption: string): Buffer {
  const dataset = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), Buffer.from(caption)]);
  const resource = Buffer.concat([
    Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'),
    Buffer.from([dataset.length]),
    dataset,
  ]);
  const padding = Buffer.alloc(resource.length % 2);
  const content = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource, padding]);
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, 0xed, length >> 8, length & 255]), content]);
}

/** A HEIC file as phones make them, but for its pixels. */
export function heicFile(): Buffer {
  const zeros = (count: number) => Buffer.alloc(count);
  const hvcC = Buffer.concat([
    Buffer.from([1, 1, 0x60, 0, 0, 0]),
    zeros(6),
    Buffer.from([93]),
    zeros(9),
    Buffer.from([0]),
  ]);
  const ispe = Buffer.from([0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64]);
  const meta = [
    box('hdlr', zeros(8), 'pict', zeros(13)),
    box('pitm', zeros(4), Buffer.from([0, 1])),
    box('iinf', zeros(4), Buffer.from([0, 1]), box('infe', Buffer.from([2, 0, 0, 0, 0, 1, 0, 0]), 'hvc1', zeros(1))),
    box(
      'iprp',
      box('ipco', box('hvcC', hvcC), box('ispe', ispe)),
      box('ipma', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0x81, 2])),
    ),
    box('iloc', Buffer.from([0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8])),
  ];
  return Buffer.concat([
    box('ftyp', 'heic', zeros(4), 'mif1heic'),
    box('meta', zeros(4), ...meta),
    box('mdat', zeros(8)),
  ]);
}

function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat([
    Buffer.from(type),
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 4);
  return Buffer.concat([size, content]);
}
