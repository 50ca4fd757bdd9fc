/**
 * Adds the squares of left + right and of left - right, of 16-bit frames, to the two i64 at `powers`. Exact. The frames
 * from `first` to `end` are followed by zeros up to a multiple of four.
 */
export function widenPowers(powers: usize, first: usize, end: usize): void {
  let squares = i64x2.splat(0);
  let products = i64x2.splat(0);
  for (let at = first; at < end; at += 16) {
    const v = v128.load(at);
    // Two squares of -32,768 make 2^31, so this sum is unsigned.
    const square = i32x4.dot_i16x8_s(v, v);
    const product = i32x4.mul(i32x4.shr_s(i32x4.shl(v, 16), 16), i32x4.shr_s(v, 16));
    squares = i64x2.add(squares, i64x2.extend_low_i32x4_u(square));
    squares = i64x2.add(squares, i64x2.extend_high_i32x4_u(square));
    products = i64x2.add(products, i64x2.extend_low_i32x4_s(product));
    products = i64x2.add(products, i64x2.extend_high_i32x4_s(product));
  }
  const square = i64x2.extract_lane(squares, 0) + i64x2.extract_lane(squares, 1);
  const product = i64x2.extract_lane(products, 0) + i64x2.extract_lane(products, 1);
  store<i64>(powers, load<i64>(powers) + square + 2 * product);
  store<i64>(powers, load<i64>(powers, 8) + square - 2 * product, 8);
}
