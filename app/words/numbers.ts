/** A number as French writes it, with one decimal. */
export function printTenths(value: number): string {
  return value.toLocaleString('fr', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A size in megabytes, with one decimal. */
export function printMegabytes(bytes: number): string {
  return `${printTenths(bytes / 1_000_000)}\u00a0Mo`;
}
