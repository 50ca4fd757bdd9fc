/** The text of a query's parameter; empty for one that is missing, or given twice. */
export function textOf(parameter: unknown): string {
  return typeof parameter === 'string' ? parameter : '';
}
