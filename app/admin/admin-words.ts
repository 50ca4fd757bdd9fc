import type { AuditAction } from '../../contracts/audit-entry.ts';
import type { Role } from '../../contracts/vocabulary.ts';
import { titles } from '../ui/common-words.ts';
import { formatSize } from '../ui/number-words.ts';

const roleNames: Readonly<Record<Role, string>> = {
  admin: 'Administrateur',
  editor: 'Éditeur',
  user: 'Utilisateur',
  guest: 'Invité',
};

/** The words of the screen of the site's admins. */
export const adminStrings = {
  title: titles.admin,
  sections: 'Rubriques',
  auditLog: 'Journal',
  accounts: 'Comptes',
  maps: 'Parcours',
  jobs: 'Travaux',
  server: 'Serveur',
  loading: 'Chargement',
  failed: (text: string) => `La liste n’a pas pu être chargée. ${text}`,
  more: 'Afficher la suite',
  search: 'Chercher',
  none: 'Rien ne correspond',
  noneHint: 'Essayez avec moins de critères.',
  filter: {
    action: 'Action',
    anyAction: 'Toutes',
    account: 'Compte (email ou numéro)',
    wrongAccount: 'Indiquez une adresse email ou le numéro d’un compte.',
    map: 'Parcours (numéro)',
    wrongMap: 'Indiquez le numéro d’un parcours.',
    from: 'Du',
    until: 'Au',
    apply: 'Filtrer',
    export: 'Exporter en CSV',
    exporting: 'L’export contient tout ce que le filtre appliqué retient, et s’inscrit lui-même au journal.',
  },
  entry: {
    by: (who: string) => `Par ${who}`,
    nobody: 'Sans compte',
    about: (who: string) => `Compte\u00a0: ${who}`,
    gone: (id: number) => `compte supprimé (n°\u00a0${id})`,
    named: (name: string, email: string) => `${name} (${email})`,
    map: (name: string) => `Parcours «\u00a0${name}\u00a0»`,
    place: (name: string) => `Lieu «\u00a0${name}\u00a0»`,
    address: (hash: string) => `Adresse du jour ${hash.slice(0, 8)}`,
  },
  account: {
    search: 'Nom ou email',
    facts: (role: Role, id: number) => `${roleNames[role]}, n°\u00a0${id}`,
    created: (day: string) => `Créé le ${day}`,
    used: (moment: string) => `Dernière utilisation le ${moment}`,
    maps: (maps: number) => `${maps}\u00a0parcours`,
    auditLog: 'Journal',
    auditLogOf: (name: string) => `Journal de ${name}`,
  },
  quota: {
    used: (bytes: number, most: number, isOwn: boolean) =>
      `${formatSize(bytes)} utilisés sur ${formatSize(most)}${isOwn ? ' (fixé pour ce compte)' : ''}`,
    change: 'Changer le quota',
    changeOf: (name: string) => `Changer le quota de ${name}`,
    of: (name: string) => `Quota de ${name}`,
    lead: 'Un quota plus petit n’efface rien\u00a0: seuls les nouveaux envois sont refusés.',
    megabytes: 'Quota en mégaoctets (Mo)',
    wrong: 'Indiquez un nombre entier de mégaoctets.',
    save: 'Enregistrer',
    reset: 'Revenir au quota du site',
    done: (name: string) => `Le quota de ${name} est changé.`,
  },
  map: {
    search: 'Nom du parcours',
    facts: (id: number, day: string) => `N°\u00a0${id}, créé le ${day}`,
    stored: (members: number, places: number, bytes: number) =>
      `${plural(members, 'membre')}, ${plural(places, 'lieu', 'lieux')}, ${formatSize(bytes)}`,
  },
  job: {
    waveforms: (count: number) => `${plural(count, 'forme d’onde', 'formes d’onde')} en attente`,
    renditions: (count: number) => `${plural(count, 'version légère', 'versions légères')} en attente`,
    failed: (count: number) => `${plural(count, 'version légère abandonnée', 'versions légères abandonnées')}`,
    none: 'Aucun travail en attente',
    noneHint: 'Les formes d’onde et les versions légères sont toutes faites.',
    on: (map: string, moment: string) => `Sur «\u00a0${map}\u00a0», reçu le ${moment}`,
    waveform: 'Forme d’onde',
    rendition: 'Version légère',
    states: { done: 'faite', waiting: 'en attente', failed: 'abandonnée', none: 'désactivée' },
    state: (what: string, state: string) => `${what}\u00a0: ${state}`,
    failures: (count: number) => plural(count, 'essai manqué', 'essais manqués'),
  },
  host: {
    version: 'Version',
    started: 'Démarré le',
    disk: 'Disque',
    free: (free: number, total: number) => `${formatSize(free)} libres sur ${formatSize(total)}`,
    stored: 'Contenu',
    counts: (accounts: number, maps: number, places: number) =>
      `${plural(accounts, 'compte')}, ${maps}\u00a0parcours, ${plural(places, 'lieu', 'lieux')}`,
    files: 'Fichiers',
    bytes: (audio: number, renditions: number, images: number) =>
      `Audio ${formatSize(audio)}, versions légères ${formatSize(renditions)}, images ${formatSize(images)}`,
    settings: 'Configuration',
    settingsHint: 'Les limites et les options, sans aucun secret.',
  },
} as const;

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count}\u00a0${count > 1 ? many : one}`;
}

/** Names of the actions in the audit log. */
export const auditActions: Readonly<Record<AuditAction, string>> = {
  signed_up: 'Inscription',
  signed_in: 'Connexion',
  sign_in_failed: 'Connexion refusée',
  signed_out: 'Déconnexion',
  google_linked: 'Compte relié à Google',
  guest_adopted: 'Visite reprise par un compte',
  password_changed: 'Mot de passe changé',
  password_reset: 'Mot de passe réinitialisé',
  passkey_added: 'Clé d’accès ajoutée',
  passkey_deleted: 'Clé d’accès supprimée',
  sessions_ended: 'Sessions fermées',
  consent_given: 'Consentement donné',
  data_exported: 'Données téléchargées',
  account_deleted: 'Compte supprimé',
  role_changed: 'Rôle changé',
  role_granted: 'Demande de rôle accordée',
  role_refused: 'Demande de rôle refusée',
  invitation_made: 'Invitation créée',
  invitation_revoked: 'Invitation révoquée',
  invitation_accepted: 'Invitation acceptée',
  privilege_changed: 'Droits changés',
  member_removed: 'Membre retiré',
  left: 'Départ d’un parcours',
  place_deleted: 'Lieu supprimé',
  map_deleted: 'Parcours supprimé',
  bundle_deleted: 'Groupe supprimé',
  report_made: 'Signalement reçu',
  report_closed: 'Signalement clos',
  hidden: 'Contenu masqué',
  restored: 'Contenu rétabli',
  approval_changed: 'Validation des drops changée',
  approved: 'Dépôt approuvé',
  refused: 'Dépôt refusé',
  warned: 'Avertissement',
  suspended: 'Compte suspendu',
  unsuspended: 'Suspension levée',
  quota_changed: 'Quota changé',
  admin_opened_map: 'Parcours ouvert par un administrateur',
  trail_exported: 'Journal exporté',
};
