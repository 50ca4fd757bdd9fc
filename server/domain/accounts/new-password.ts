import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_MIN } from '../../../contracts/limits.ts';
import { findPasswordFault } from '../../../contracts/password.ts';
import { AppError } from '../app-error.ts';

/** The most common passwords that are long enough to be chosen: of the package's 49,000, in lower case. */
const COMMON: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN).map((text) => text.toLowerCase()),
);

const MESSAGES = {
  password_short: `Expected a password of ${PASSWORD_MIN} characters or more`,
  password_own: 'Expected a password other than the email or the name of the account',
} as const;

/** The words that an attacker tries first here: the app's name, its subject and its roles. Without accents. */
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
 * Checks a password that a person chooses for their account. Existing passwords may be weaker.
 * @throws AppError `password_short`, `password_own`; `password_common` for the most common passwords, and for those
 * that consist of words of the context and no other letter.
 */
export type CheckNewPassword = (password: string, owner: { readonly email: string; readonly name: string }) => void;

/** @param associationName the association that runs the deployment; null if it isn't named. */
export function createNewPasswordCheck(associationName: string | null): CheckNewPassword {
  const words = [...CONTEXT_WORDS, lettersOf(associationName ?? '')].filter((word) => word !== '');
  // Longest first: removing a word within a longer one would leave the longer one's rest.
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

/** Returns only the letters of a text, in lower case and without accents. */
function lettersOf(text: string): string {
  return text.normalize('NFD').toLowerCase().replace(/\P{L}/gu, '');
}
