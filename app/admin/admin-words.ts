import type { AuditAction } from '../../contracts/audit-entry.ts';
import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import { formatSize } from '../ui/number-words.ts';
import { plural } from '../ui/plural.ts';

const frenchAdminStrings = {
  get title() {
    return titles.admin;
  },
  sections: 'Rubriques',
  auditLog: 'Journal',
  accounts: 'Comptes',
  maps: 'Cartes',
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
    search: 'Nom ou email, carte ou lieu',
    onlyAccount: 'Un seul compte est montré.',
    onlyMap: 'Une seule carte est montrée.',
    showAll: 'Tout montrer',
    from: 'Du',
    until: 'Au',
    apply: 'Filtrer',
    export: 'Exporter en CSV',
    exporting: 'L’export contient tout ce que le filtre appliqué retient, et s’inscrit lui-même au journal.',
  },
  entry: {
    columns: { when: 'Quand', action: 'Action', by: 'Par', about: 'À propos de', detail: 'Détail' },
    nobody: 'Sans compte',
    gone: 'un compte supprimé',
    named: (name: string, email: string) => `${name} (${email})`,
    map: (name: string) => `Carte «\u00a0${name}\u00a0»`,
    place: (name: string) => `Lieu «\u00a0${name}\u00a0»`,
    address: (hash: string) => `Adresse du jour ${hash.slice(0, 8)}`,
  },
  sorting: { by: 'Trier par', reverse: 'Inverser l’ordre' },
  quota: {
    change: 'Changer le quota',
    of: (name: string) => `Quota de ${name}`,
    lead: 'Un quota plus petit n’efface rien\u00a0: seuls les nouveaux envois sont refusés.',
    megabytes: 'Quota en mégaoctets (Mo)',
    wrong: 'Indiquez un nombre entier de mégaoctets.',
    save: 'Enregistrer',
    reset: 'Revenir au quota du site',
    done: (name: string) => `Le quota de ${name} est changé.`,
  },
  map: {
    search: 'Nom de la carte',
    columns: {
      name: 'Nom',
      created: 'Création',
      members: 'Membres',
      places: 'Lieux',
      bytes: 'Stockage',
      acts: 'Actions',
    },
    auditLog: 'Journal',
    auditLogOf: (name: string) => `Journal de ${name}`,
  },
  job: {
    waveforms: (count: number) => `${counted(count, 'forme d’onde', 'formes d’onde')} en attente`,
    renditions: (count: number) => `${counted(count, 'version légère', 'versions légères')} en attente`,
    failed: (count: number) => `${counted(count, 'version légère abandonnée', 'versions légères abandonnées')}`,
    none: 'Aucun travail en attente',
    noneHint: 'Les formes d’onde et les versions légères sont toutes faites.',
    on: (map: string, moment: string) => `Sur «\u00a0${map}\u00a0», reçu le ${moment}`,
    waveform: 'Forme d’onde',
    rendition: 'Version légère',
    states: { done: 'faite', waiting: 'en attente', failed: 'abandonnée', none: 'désactivée' },
    state: (what: string, state: string) => `${what}\u00a0: ${state}`,
    failures: (count: number) => counted(count, 'essai manqué', 'essais manqués'),
  },
  host: {
    version: 'Version',
    started: 'Démarré le',
    disk: 'Disque',
    free: (free: number, total: number) => `${formatSize(free)} libres sur ${formatSize(total)}`,
    stored: 'Contenu',
    counts: (accounts: number, maps: number, places: number) =>
      `${counted(accounts, 'compte')}, ${counted(maps, 'carte')}, ${counted(places, 'lieu', 'lieux')}`,
    files: 'Fichiers',
    bytes: (audio: number, renditions: number, images: number) =>
      `Audio ${formatSize(audio)}, versions légères ${formatSize(renditions)}, images ${formatSize(images)}`,
    settings: 'Configuration',
    settingsHint: 'Les limites et les options, sans aucun secret.',
  },
} as const;

/** Formats a number of something. */
function counted(count: number, one: string, other = `${one}s`): string {
  return `${count}\u00a0${plural(count, one, other)}`;
}

const frenchAuditActions: Readonly<Record<AuditAction, string>> = {
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
  account_made: 'Compte créé par un administrateur',
  reset_link_made: 'Lien de mot de passe donné',
  address_verified: 'Adresse vérifiée par un administrateur',
  role_changed: 'Rôle changé',
  role_granted: 'Demande de rôle accordée',
  role_refused: 'Demande de rôle refusée',
  invitation_made: 'Invitation créée',
  invitations_mailed: 'Invitations envoyées par mail',
  invitation_revoked: 'Invitation révoquée',
  invitation_accepted: 'Invitation acceptée',
  privilege_changed: 'Droits changés',
  member_removed: 'Membre retiré',
  left: 'Départ d’une carte',
  place_deleted: 'Lieu supprimé',
  place_moved: 'Lieu déplacé vers une autre carte',
  places_imported: 'Lieux importés',
  map_deleted: 'Carte supprimée',
  map_exported: 'Carte téléchargée',
  map_imported: 'Carte importée',
  bundle_deleted: 'Groupe supprimé',
  report_made: 'Signalement reçu',
  report_closed: 'Signalement clos',
  hidden: 'Contenu masqué',
  restored: 'Contenu rétabli',
  opening_changed: 'Ouverture à tous changée',
  approval_changed: 'Validation des drops changée',
  approved: 'Drop validé',
  refused: 'Drop refusé',
  warned: 'Avertissement',
  suspended: 'Compte suspendu',
  unsuspended: 'Suspension levée',
  quota_changed: 'Quota changé',
  admin_opened_map: 'Carte ouverte par un administrateur',
  trail_exported: 'Journal exporté',
};

const french = { adminStrings: frenchAdminStrings, auditActions: frenchAuditActions };
export type AdminWords = WordsOf<typeof french>;

/** The words of the screen of the site's admins. Names of the actions in the audit log. */
export const { adminStrings, auditActions } = inLanguages(french, {
  en: async () => (await import('./admin-words.en.ts')).english,
});
