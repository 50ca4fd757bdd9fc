/** Within the limit of variables of a statement. */
const IDS_AT_ONCE = 500;

/** Splits ids into pieces for one statement each. */
export function* someAtOnce(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) yield ids.slice(at, at + IDS_AT_ONCE);
}
