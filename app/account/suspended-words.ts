import { SUSPENDED_MESSAGE } from '../../contracts/errors.ts';
import type { ApiError } from '../platform/net/api.ts';
import { loadConfig } from '../platform/net/app-config.ts';
import { inLanguages, loadWords, type WordsOf } from '../ui/language.ts';

/** Returns what a suspended person reads: the admins' message, and the site's contact. Never rejects. */
export async function explainSuspension({ said = null }: Partial<ApiError>): Promise<string> {
  // In French, if the other words can't be loaded.
  await loadWords().catch(() => {});
  const contact = await loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
  return suspendedStrings.refused(contact, said === SUSPENDED_MESSAGE ? null : said);
}

const french = {
  /** @param reason the site admins' message; null if there is none */
  refused: (contact: string | null, reason: string | null) =>
    [
      'Ce compte est suspendu par les administrateurs du site.',
      ...(reason === null ? [] : [`Leur message\u00a0: «\u00a0${reason}\u00a0».`]),
      ...(contact === null ? [] : [`Pour en parler, écrivez à ${contact}.`]),
    ].join(' '),
} as const;

export type SuspendedWords = WordsOf<typeof french>;

/** The words for people whose account an admin of the site has suspended. */
export const suspendedStrings = inLanguages(french, {
  en: async () => (await import('./suspended-words.en.ts')).english,
});
