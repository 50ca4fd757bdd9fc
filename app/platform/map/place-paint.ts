/** Colours of what the app draws on the map, in the current theme. */
export type MapColours = Readonly<ReturnType<typeof readMapColours>>;

/** Reads the colours from the design tokens, because WebGL can't use CSS variables. */
export function readMapColours() {
  const tokens = getComputedStyle(document.documentElement);
  const read = (token: string): string => tokens.getPropertyValue(token).trim() || '#2563eb';
  return {
    place: read('--color-place'),
    selected: read('--color-place-selected'),
    highlight: read('--color-place-highlight'),
    states: {
      planned: read('--color-state-planned'),
      draft: read('--color-state-draft'),
      waiting: read('--color-state-waiting'),
      hidden: read('--color-state-hidden'),
    },
    position: read('--color-position'),
    ink: read('--color-ink'),
    halo: read('--color-surface'),
  };
}

/** Circle radius of a point place. */
export const PLACE_CIRCLE_RADIUS_PX = 8;
/** Circle radius of a selected or highlighted point place. */
export const PLACE_CIRCLE_RADIUS_SELECTED_PX = 12;
/** Opacity of place circles. */
export const PLACE_CIRCLE_OPACITY = 0.7;
/** Opacity of polygon fills. */
export const PLACE_FILL_OPACITY = 0.6;

/** Id of an empty image, of the size of a point's circle. */
export const BLANK_POINT_IMAGE = 'blank-point';
/** Id of the mark of a heard story, in the circle of a point. */
export const HEARD_POINT_IMAGE = 'heard-point';
/** Id of the mark of a heard story, in the middle of a zone. */
export const HEARD_ZONE_IMAGE = 'heard-zone';
/** Id of the mark of a place without audio, in the middle of a zone. */
export const SILENT_ZONE_IMAGE = 'silent-zone';

/** Id of the microphone on a planned place. */
export const PLANNED_IMAGE = 'planned';

/** Image pixels per map pixel, so that the image is sharp on a phone. */
export const MARK_PIXEL_RATIO = 3;

/** Side of an image in the circle of a point. */
export const POINT_IMAGE_PX = 16;
const ZONE_SIZE_PX = 20;

/** Draws the marks: a tick for a heard story, a crossed-out loudspeaker for no audio, a microphone for a planned place. */
export function drawMarks({ halo, ink, states }: MapColours): Readonly<Record<string, ImageData>> {
  return {
    [BLANK_POINT_IMAGE]: draw(POINT_IMAGE_PX, () => {}),
    [HEARD_POINT_IMAGE]: draw(POINT_IMAGE_PX, (pen) => {
      pen.strokeStyle = halo;
      stroke(pen, 2.4, [
        [4.2, 8.3],
        [6.9, 11],
        [11.8, 5.4],
      ]);
    }),
    [PLANNED_IMAGE]: draw(POINT_IMAGE_PX, (pen) => {
      pen.strokeStyle = states.planned;
      stroke(pen, 4.4, [
        [8, 3.6],
        [8, 7.4],
      ]);
      stroke(pen, 1.4, [
        [3.6, 7.4],
        [4.4, 9.8],
        [6.4, 11.3],
        [8, 11.5],
        [9.6, 11.3],
        [11.6, 9.8],
        [12.4, 7.4],
      ]);
      stroke(pen, 1.4, [
        [8, 11.5],
        [8, 14.2],
      ]);
    }),
    [HEARD_ZONE_IMAGE]: draw(ZONE_SIZE_PX, (pen) => {
      drawDisc(pen, halo);
      pen.strokeStyle = ink;
      stroke(pen, 2.2, [
        [6, 10.3],
        [8.9, 13.2],
        [14.2, 7],
      ]);
    }),
    [SILENT_ZONE_IMAGE]: draw(ZONE_SIZE_PX, (pen) => {
      drawDisc(pen, halo);
      pen.strokeStyle = ink;
      pen.fillStyle = ink;
      stroke(pen, 1, [
        [5.5, 8.3],
        [7.7, 8.3],
        [10.7, 5.6],
        [10.7, 14.4],
        [7.7, 11.7],
        [5.5, 11.7],
        [5.5, 8.3],
      ]);
      pen.fill();
      stroke(pen, 1.6, [
        [12.4, 8.2],
        [15.6, 11.6],
      ]);
      stroke(pen, 1.6, [
        [15.6, 8.2],
        [12.4, 11.6],
      ]);
    }),
  };
}

function draw(sizePx: number, paint: (pen: CanvasRenderingContext2D) => void): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = sizePx * MARK_PIXEL_RATIO;
  canvas.height = canvas.width;
  const pen = canvas.getContext('2d');
  if (pen === null) return new ImageData(canvas.width, canvas.height);
  pen.scale(MARK_PIXEL_RATIO, MARK_PIXEL_RATIO);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  paint(pen);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

function drawDisc(pen: CanvasRenderingContext2D, colour: string): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.arc(ZONE_SIZE_PX / 2, ZONE_SIZE_PX / 2, ZONE_SIZE_PX / 2, 0, 2 * Math.PI);
  pen.fill();
}

function stroke(
  pen: CanvasRenderingContext2D,
  widthPx: number,
  corners: readonly (readonly [x: number, y: number])[],
): void {
  pen.lineWidth = widthPx;
  pen.beginPath();
  for (const [x, y] of corners) pen.lineTo(x, y);
  pen.stroke();
}
