import { AppError } from './app-error.ts';

/** Maximum nesting depth: zones have five levels. Half a million take a second to parse, and block everything else. */
const DEPTH_MAX = 32;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\,[]{}');

/**
 * Checks the nesting of JSON and its number of lists, objects and commas before it is parsed, which could take a hundred
 * times its memory.
 * @param piecesMax maximum sum of its lists, objects and commas
 * @throws AppError `invalid_request`
 */
export function expectModest(json: Buffer, piecesMax: number): void {
  let depth = 0;
  let pieces = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) inText = !inText;
    else if (inText) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    else if (byte === COMMA) pieces += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      pieces += 1;
    }
    if (depth > DEPTH_MAX || pieces > piecesMax) {
      throw new AppError('invalid_request', `Expected JSON of ${DEPTH_MAX} levels and ${piecesMax} values at most`);
    }
  }
}
