import type { AuditAction } from '../../contracts/audit-entry.ts';
import { ROLES } from '../../contracts/vocabulary.ts';
import { privilegeStrings } from '../parcours/privilege-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatSize } from '../ui/number-words.ts';
import { roleNames } from './account-words.ts';

const french = {
  /** By the parts of details in the server's words. */
  parts: {
    'by npm run admin': 'par la ligne de commande',
    'by npm run parcours': 'par la ligne de commande',
    'by a mailed link': 'par un lien reçu par mail',
    'by a link that was passed on': 'par un lien transmis',
    'by a link of npm run admin': 'par un lien de la ligne de commande',
    mailed: 'par mail',
    'to pass on': 'à transmettre',
    'as the settings say': 'selon les réglages du site',
    Google: 'avec Google',
    passkey: 'avec une clé d’accès',
    suspended: 'le compte est suspendu',
    one: 'une session',
    all: 'toutes',
    'all others': 'toutes les autres',
    required: 'demandée',
    'not required': 'plus demandée',
    'without audio': 'sans audio',
    'with its audio': 'avec son audio',
    planned: 'à enregistrer',
    'for good': 'définitivement',
    moderation: 'par la modération',
    'audio that is hidden on this map': 'un audio masqué sur cette carte',
    'since the last admin was deleted': 'le compte du dernier administrateur a été supprimé',
    'drops: keep': 'ses drops restent',
    'drops: delete': 'ses drops sont supprimés',
    hate: 'haine ou violence',
    privacy: 'vie privée',
    copyright: 'droits d’auteur',
    wrong: 'information fausse',
    other: 'autre raison',
    hide: 'contenu masqué',
    restore: 'contenu rétabli',
    delete: 'contenu supprimé',
    warn: 'avertissement',
    dismiss: 'sans suite',
    everything: 'tout',
    'a searched text': 'filtré par un texte',
    'an email without an account': 'une adresse sans compte',
  },
  /** What a detail is about whose value is an id, a hash or a version. */
  about: {
    voice: 'enregistrement de la voix',
    position: 'usage de la position',
    terms: 'conditions d’utilisation',
    action: 'filtré par action',
    account: 'filtré par compte',
    map: 'filtré par carte',
    date: 'filtré par date',
  },
  becomes: (from: string, to: string) => `${from} devient ${to}`,
  places: (count: number) => (count === 1 ? 'un lieu' : `${count}\u00a0lieux`),
  addresses: (count: number) => (count === 1 ? 'à une adresse' : `à ${count}\u00a0adresses`),
} as const;

export type AuditDetailWords = WordsOf<typeof french>;

/** The words of what the server noted in the entries of the audit log. */
const words = inLanguages(french, { en: async () => (await import('./audit-detail-words.en.ts')).english });

/** Details whose values are ids, hashes or versions, and what they are about; null where the entry says it. */
const VALUES: readonly (readonly [RegExp, keyof typeof french.about | null])[] = [
  [/^invitation \d+$/, null],
  [/^bundle \d+$/, null],
  [/^email [0-9a-f]+$/, null],
  [/^voice .+$/, 'voice'],
  [/^position .+$/, 'position'],
  [/^terms .+$/, 'terms'],
  [/^action \w+$/, 'action'],
  [/^accountId \d+$/, 'account'],
  [/^parcoursId \d+$/, 'map'],
  [/^(from|to) .+$/, 'date'],
];

/** Says in the language shown what the server noted in an entry; what this app has no words for stays English. */
export function describeDetail(action: AuditAction, detail: string) {
  const parts = detail === '' ? [] : detail.split(', ').map((part) => [part, translate(action, part)] as const);
  const known = parts.flatMap(([, ours]) => (ours === undefined || ours === '' ? [] : [ours]));
  const unknown = parts.flatMap(([part, ours]) => (ours === undefined ? [part] : []));
  return { ours: [...new Set(known)].join(', '), english: unknown.join(', ') };
}

function translate(action: AuditAction, part: string): string | undefined {
  const [, was, now] = /^(\w+) to (\w+)$/.exec(part) ?? [];
  if (was !== undefined && now !== undefined) {
    const [from, to] = [nameRank(action, was), nameRank(action, now)];
    return from === undefined || to === undefined ? undefined : words.becomes(from, to);
  }
  const [, bytes] = /^(\d+) bytes$/.exec(part) ?? [];
  if (bytes !== undefined) return formatSize(Number(bytes));
  const [, addresses] = /^(\d+) addresses$/.exec(part) ?? [];
  if (addresses !== undefined) return words.addresses(Number(addresses));
  const [, places] = /^(\d+) places$/.exec(part) ?? [];
  if (places !== undefined) return words.places(Number(places));
  const parts: Readonly<Record<string, string>> = words.parts;
  return nameRank(action, part) ?? parts[part] ?? nameValue(part);
}

function nameValue(part: string): string | undefined {
  const about = VALUES.find(([pattern]) => pattern.test(part))?.[1];
  return about === null ? '' : about && words.about[about];
}

/** Acts about roles on the site; the others are about privileges on a parcours. */
const ON_SITE: ReadonlySet<AuditAction> = new Set(['account_made', 'role_changed', 'role_granted', 'role_refused']);

function nameRank(action: AuditAction, word: string): string | undefined {
  if (ON_SITE.has(action)) {
    const role = ROLES.find((known) => known === word);
    return role === undefined ? undefined : roleNames[role];
  }
  return Object.entries(privilegeStrings).find(([privilege]) => privilege === word)?.[1];
}
