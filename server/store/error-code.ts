/** The code of an error of the system or the database, such as `ENOENT` or `SQLITE_BUSY`; undefined for other values. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
