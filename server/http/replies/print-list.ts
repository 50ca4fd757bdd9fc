import { createKeyedLocks } from '../../domain/keyed-locks.ts';
import { createLock } from '../../domain/lock.ts';
import { nextTurn, SLICE_CHARS } from '../../domain/turns.ts';

/**
 * Prints an object as `JSON.stringify` does, the elements of its arrays one by one, and lets other work run after each
 * slice: a list of places may have many megabytes.
 */
export async function printList(value: object): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const add = async (more: string): Promise<void> => {
    text += more;
    if (text.length < SLICE_CHARS) return;
    pieces.push(Buffer.from(text));
    text = '';
    await nextTurn();
  };
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    text += `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (Array.isArray(field)) {
      text += '[';
      for (const [index, element] of field.entries()) await add((index === 0 ? '' : ',') + JSON.stringify(element));
      text += ']';
    } else {
      await add(JSON.stringify(field));
    }
  }
  pieces.push(Buffer.from(before === '{' ? '{}' : `${text}}`));
  return Buffer.concat(pieces);
}

/** Runs the work for lists one after the other, so that eight large ones need no more memory at once than one. */
export type ListTurns = <Result>(account: string, work: () => Promise<Result>) => Promise<Result>;

/** Creates turns: whoever asks for many lists waits for their own first, so that others are let in between. */
export function createListTurns(): ListTurns {
  const ofAccount = createKeyedLocks();
  const takeTurn = createLock();
  return async (account, work) => {
    const release = await ofAccount.take(account, () => undefined);
    try {
      return await takeTurn(work);
    } finally {
      release();
    }
  };
}
