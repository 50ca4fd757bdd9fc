import { NewEmail } from '../../../contracts/user.ts';

/** What a pasted list of addresses says. */
export interface AddressList {
  /** The addresses as the server knows them, each once, in their order. */
  readonly read: readonly string[];
  /** Those that occur again. */
  readonly doubled: readonly string[];
  /** The parts that are no address. */
  readonly wrong: readonly string[];
}

/**
 * Reads addresses between commas, semicolons, spaces and line ends, also as programs for mails copy them: 'Ana Roux
 * <ana@example.org>', with a comma in a quoted name, or 'mailto:' before the address.
 */
export function readAddresses(text: string): AddressList {
  const [read, doubled, wrong] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const part of partsOf(text)) {
    const address = NewEmail.safeParse(part.replace(/^mailto:/i, ''));
    if (!address.success) wrong.add(part);
    else if (read.has(address.data)) doubled.add(address.data);
    else read.add(address.data);
  }
  return { read: [...read], doubled: [...doubled], wrong: [...wrong] };
}

function partsOf(text: string): string[] {
  return text
    .replace(/"[^"\n]*"/g, ' ')
    .split(/[,;\n\r]+/)
    .flatMap((entry) => {
      const [, named] = /<([^<>]*)>\s*$/.exec(entry) ?? [];
      if (named !== undefined) return [named.trim()];
      const pieces = entry.trim().split(/\s+/);
      // Words without an address stay together: they are shown as they were pasted.
      return pieces.length > 1 && pieces.every((piece) => piece.includes('@')) ? pieces : [entry.trim()];
    })
    .filter((part) => part !== '');
}
