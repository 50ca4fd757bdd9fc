import { plainLine } from '../../../contracts/lines.ts';

/** Characters of a name in a mail. */
const NAME_MAX = 60;

/** A name as a mail has it: short, on one line, without what a mail program would make a link, or what ends a quotation. */
export function nameInMail(name: string): string {
  const plain = plainLine(name.replace(/[/\\@«»“”"]+|[.\u3002\uff0e\uff61](?=\S)/g, ' ')).replace(/\s+/g, ' ');
  if (plain === '') return '…';
  const letters = [...plain];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : plain;
}
