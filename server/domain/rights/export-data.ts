import type { AccountRow } from '../../store/accounts.ts';
import type { OwnRows, SoundRow } from '../../store/rights.ts';
import { pictureOf, soundOf } from './export-files.ts';

/** Returns the content of `data.json`. Its keys are French, like its README, because people read it. */
export function exportData(account: AccountRow, rows: OwnRows, at: string): object {
  return {
    prepare_le: at,
    compte: {
      nom: account.name,
      adresse: account.email,
      role: account.role,
      compte_google: account.google_subject,
      adresse_verifiee_le: account.email_verified_at,
      cree_le: account.created_at,
      derniere_utilisation: rows.active_at,
      suspendu_le: account.suspended_at,
      statistiques: !account.no_statistics,
    },
    consentements: rows.consents.map((row) => ({ a: row.kind, conditions_de: row.version, le: row.given_at })),
    cartes: rows.memberships.map((row) => ({
      carte: row.parcours_id,
      nom: row.title,
      description: row.description,
      droits: row.privilege,
      membre_depuis: row.joined_at,
    })),
    groupes: rows.bundles.map((row) => ({ nom: row.name, description: row.description, carte: row.title })),
    retraits: rows.removals.map((row) => ({ carte: row.parcours_id, nom: row.title })),
    drops: rows.drops.map((row) => ({
      drop: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
      type: row.kind,
      brouillon: Boolean(row.is_draft),
      cree_le: row.created_at,
      supprime_le: row.deleted_at,
      masque_le: row.hidden_at,
      accord: row.approval,
      endroit: { type: 'Feature', geometry: readLater(row.geometry), properties: { titre: row.name } },
      son: row.media_sha256 && soundData(row),
    })),
    sons_ailleurs: rows.soundsElsewhere.map((row) => ({
      drop: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
      son: soundData(row),
    })),
    images: rows.images.map((row) => ({
      fichier: pictureOf(row).path,
      carte: row.title,
      envoyee_le: row.created_at,
    })),
    evenements: rows.events.map((row) => ({
      nom: row.name,
      le: row.happened_at,
      details: JSON.parse(row.properties) as unknown,
    })),
    sessions: rows.sessions.map((row) => ({
      depuis: row.created_at,
      derniere_utilisation: row.used_at,
      jusqu_a: row.expires_at,
      navigateur: row.browser,
      systeme: row.system,
    })),
    cles_d_acces: rows.passkeys.map((row) => ({
      ajoutee_le: row.added_at,
      derniere_utilisation: row.used_at,
      navigateur: row.browser,
      systeme: row.system,
    })),
    demandes: rows.requests.map((row) => ({
      carte: row.title,
      mots: row.words,
      demande_le: row.asked_at,
      reponse: row.answer,
      mots_de_la_reponse: row.answer_words,
      repondu_le: row.answered_at,
    })),
    invitations: {
      creees: rows.invitations.map((row) => ({
        carte: row.title,
        droits: row.privilege,
        nom: row.label,
        creee_le: row.created_at,
        expire_le: row.expires_at,
        revoquee_le: row.revoked_at,
      })),
      utilisees: rows.uses.map((row) => ({ carte: row.title, le: row.used_at })),
    },
    signalements: rows.reports.map((row) => ({
      carte: row.parcours,
      drop: row.place,
      raison: row.reason,
      mots: row.words,
      fait_le: row.made_at,
      traite_le: row.closed_at,
    })),
    mesures: rows.measures.map((row) => ({
      mesure: row.kind,
      au_sujet_de: row.name,
      mots: row.words,
      prise_le: row.taken_at,
      votre_reponse: row.answer,
      repondu_le: row.answered_at,
    })),
    journal: rows.trail.map((row) => ({
      le: row.happened_at,
      action: row.action,
      carte: row.parcours_name,
      lieu: row.place_name,
      details: row.detail,
    })),
  };
}

/** Wraps JSON that is parsed only when it is serialized: parsing all shapes at once would make other calls wait. */
function readLater(json: string): { toJSON(): unknown } {
  return { toJSON: () => JSON.parse(json) as unknown };
}

function soundData(row: SoundRow): object {
  return { fichier: soundOf(row)?.path, sha256: row.media_sha256, duree_s: row.duration_s };
}
