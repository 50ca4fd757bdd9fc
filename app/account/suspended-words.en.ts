import type { SuspendedWords } from './suspended-words.ts';

export const english = {
  refused: (contact: string | null, reason: string | null) =>
    [
      'This account has been suspended by the site’s admins.',
      ...(reason === null ? [] : [`Their message: “${reason}”.`]),
      ...(contact === null ? [] : [`To talk about it, write to ${contact}.`]),
    ].join(' '),
} satisfies SuspendedWords;
