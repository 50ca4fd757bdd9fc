import { subscribe } from 'valtio';
import { rightsCalls } from '../../contracts/calls/rights-calls.ts';
import { languageChoice } from '../page/language.ts';
import { addCalls, call } from '../platform/net/api.ts';
import type { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import { shownLanguage } from '../ui/language.ts';
import { session, updateUser } from './session.ts';

addCalls(rightsCalls);

/**
 * Tells the server the language of this session's account, for its mails and its export, now and after each choice until
 * `scope` is disposed: the language that was chosen on this device, else the one shown if the account has none. A failure
 * is retried at the next start.
 */
export function followAccountLanguage(scope: Scope): void {
  scope.add(subscribe(languageChoice, () => void tellLanguage()));
  void tellLanguage();
}

async function tellLanguage(): Promise<void> {
  const { user } = session;
  if (user === null) return;
  const language = storage.read('language') ?? user.language ?? shownLanguage();
  if (language === user.language) return;
  try {
    await call('chooseLanguage', { body: { language } });
  } catch {
    return;
  }
  if (session.user?.id === user.id) updateUser({ ...session.user, language });
}
