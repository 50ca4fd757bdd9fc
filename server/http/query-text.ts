/** The text of a query parameter; empty if it is missing or given twice. */
export function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
