import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '../../../contracts/limits.ts';
import { findPasswordFault } from '../../../contracts/security/password.ts';
import { AppError } from '../app-error.ts';

/** The commonest passwords that are long enough to be chosen: of the package's 49,000, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).map((text) => text.toLowerCase()),
);

const MESSAGES = {
  password_short: `Expected a password of ${PASSWORD_MIN} characters or more`,
  password_own: 'Expected a password other than the email or the name of the account',
} as const;

/** What whoever guesses tries first here: how this is called, what it is about, and who does what. Without accents. */
const CONTEXT_WORDS = [
  'dropici',
  'drop',
  'ici',
  'audioguide',
  'audio',
  'guide',
  'balade',
  'parcours',
  'promenade',
  'association',
  'administrateur',
  'admin',
  'editeur',
  'visiteur',
  'motdepasse',
  'password',
];

/**
 * Checks a password that somebody chooses for their account. Existing ones may be weaker.
 *
 * @throws AppError `password_short`, `password_own`; `password_common` for the commonest, and for those that consist of words of
 *   the context and no other letter.
 */
export type CheckNewPassword = (password: string, owner: { readonly email: string; readonly name: string }) => void;

/** @param associationName who runs the deployment; null if it doesn't say. */
export function createNewPasswordCheck(associationName: string | null): CheckNewPassword {
  const words = [...CONTEXT_WORDS, lettersOf(associationName ?? '')].filter((word) => word !== '');
  // A word within another would leave its rest.
  words.sort((one, other) => other.length - one.length);
  const isOfContext = (password: string): boolean => {
    const letters = lettersOf(password);
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), letters);
    return letters !== '' && rest.trim() === '';
  };
  return (password, owner) => {
    const fault = findPasswordFault(password, owner);
    if (fault !== null) throw new AppError(fault, MESSAGES[fault]);
    if (COMMON.has(password.trim().toLowerCase()) || isOfContext(password)) {
      throw new AppError('password_common', 'Expected a password that is not among the first that anybody would try');
    }
  };
}

/** The letters of a text alone, in lower case and without accents. */
function lettersOf(text: string): string {
  return text.normalize('NFD').toLowerCase().replace(/\P{L}/gu, '');
}
