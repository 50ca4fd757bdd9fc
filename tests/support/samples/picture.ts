import type { Picture } from '../../../contracts/telling.ts';
import { PictureId } from '../../../contracts/vocabulary.ts';

/** A red picture of 2 x 2 pixels, as an address that needs no server. */
export const PICTURE_URL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQMAAABIeJ9nAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABlBMVEX/AAD///9BHTQRAAAAAWJLR0QB/wIt3gAAAAd0SU1FB+oLFREBKS1RZJIAAAAMSURBVAjXY2BgYAAAAAQAASc0JwoAAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjFUMTc6MDE6NDErMDA6MDCbPw9kAAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTIxVDE3OjAxOjQxKzAwOjAw6mK32AAAAABJRU5ErkJggg==';

/** The same as a file that somebody chose. */
export function pictureFile(): File {
  const bytes = atob(PICTURE_URL.slice(PICTURE_URL.indexOf(',') + 1));
  return new File([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], 'quai.png', { type: 'image/png' });
}

/** A picture of a place, whose files need no server: one of 2 x 2 pixels, with a width of 480 and 960 by its word. */
export function drawnPicture(id: number, change: Partial<Picture> = {}): Picture {
  const files = (['image/avif', 'image/webp', 'image/jpeg'] as const).flatMap((type) =>
    // A comma ends an address in a `srcset`.
    [960, 480].map((width) => ({ type, width, bytes: 1, link: pictureAddress() })),
  );
  return { id: PictureId.parse(id), credit: '', width: 960, height: 720, files, ...change };
}

let address: string | undefined;

function pictureAddress(): string {
  address ??= URL.createObjectURL(pictureFile());
  return address;
}
