/** As many as the variables of a statement allow. */
const IDS_AT_ONCE = 500;

/** The ids in pieces, each for one statement. */
export function* someAtOnce(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) yield ids.slice(at, at + IDS_AT_ONCE);
}
