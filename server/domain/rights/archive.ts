import type { Readable } from 'node:stream';
import { tellingCode } from '../../../contracts/telling.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { MediaName, StoredMedia } from '../../store/files.ts';
import { imageNameOf } from '../../store/media.ts';
import type { OwnPictureRow } from '../../store/pictures.ts';
import type { OwnRows, OwnVersionRow, SoundRow } from '../../store/rights.ts';
import type { OwnTellingRow } from '../../store/tellings.ts';
import { nextTurn, SLICE_CHARS } from '../costly-work.ts';
import { streamZip } from '../zip-stream.ts';
import { type ExportWords, exportWords } from './export-words.ts';

/** An archive that is made while it is read. */
export interface Archive {
  readonly fileName: string;
  readonly content: Readable;
}

/** A file that existed when the archive was begun. */
interface PresentFile extends ExportedFile {
  readonly size: number;
}

/**
 * Makes the archive of an account, in its language. Files are read from the disk one after the other, as fast as the archive is read;
 * missing files are left out.
 * @param at the current time, ISO 8601 in UTC.
 */
export async function makeArchive(
  files: StoredMedia,
  account: AccountRow,
  rows: OwnRows,
  at: string,
): Promise<Archive> {
  async function present(wanted: readonly ExportedFile[]): Promise<PresentFile[]> {
    const found = new Map<string, PresentFile>();
    for (const file of wanted) {
      const size = await files.sizeOf(file.name);
      if (size !== undefined) found.set(file.path, { ...file, size });
    }
    return [...found.values()];
  }

  const words = exportWords[account.language ?? 'fr'];
  const paths = filePaths(words);
  const own = await present(rows.drops.flatMap((drop) => paths.soundOf(drop) ?? []));
  const elsewhere = await present(rows.soundsElsewhere.flatMap((drop) => paths.soundOf(drop) ?? []));
  const earlier = await present(rows.versions.flatMap((row) => paths.versionSoundOf(row) ?? []));
  const told = await present(rows.tellings.flatMap((row) => paths.tellingSoundOf(row) ?? []));
  const sounds = [...own, ...elsewhere, ...earlier, ...told];
  const pictures = await present([...rows.images.map(paths.pictureOf), ...rows.pictures.map(paths.placePictureOf)]);
  const counts = { drops: rows.drops.length, sounds: own.length, soundsElsewhere: elsewhere.length };
  const content = streamZip(files, [
    { path: words.readMe, content: Buffer.from(words.text(account.name, at, counts)) },
    { path: words.data, content: await serializeIndented(exportData(account, rows, at, paths)) },
    ...pictures,
    ...sounds,
  ]);
  return { fileName: words.archive(at.slice(0, 10)), content };
}

/** Serializes as `JSON.stringify` does with two spaces, lists element by element, so that other calls don't wait. */
export async function serializeIndented(value: object): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const add = async (more: string): Promise<void> => {
    text += more;
    if (text.length < SLICE_CHARS) return;
    pieces.push(Buffer.from(text));
    text = '';
    await nextTurn();
  };
  const indented = (field: unknown, by: string): string => JSON.stringify(field, null, 2).replaceAll('\n', `\n${by}`);
  let before = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    await add(`${before}\n  ${JSON.stringify(key)}: `);
    before = ',';
    if (!Array.isArray(field) || field.length === 0) {
      await add(indented(field, '  '));
      continue;
    }
    for (const [index, element] of field.entries()) {
      await add(`${index === 0 ? '[' : ','}\n    ${indented(element, '    ')}`);
    }
    await add('\n  ]');
  }
  pieces.push(Buffer.from(before === '{' ? '{}\n' : `${text}\n}\n`));
  return Buffer.concat(pieces);
}

/** Returns the content of `data.json`. */
function exportData(account: AccountRow, rows: OwnRows, at: string, paths: FilePaths): object {
  const { soundOf, versionSoundOf, tellingSoundOf, pictureOf, placePictureOf } = paths;
  const soundData = (row: SoundRow): object => ({
    fichier: soundOf(row)?.path,
    sha256: row.media_sha256,
    duree_s: row.duration_s,
  });
  return {
    prepare_le: at,
    compte: {
      nom: account.name,
      adresse: account.email,
      role: account.role,
      langue: account.language,
      compte_google: account.google_subject,
      adresse_verifiee_le: account.email_verified_at,
      cree_le: account.created_at,
      derniere_utilisation: rows.active_at,
      suspendu_le: account.suspended_at,
      statistiques: !account.no_statistics,
      mails_de_validation: Boolean(account.approval_mails),
      dernier_mail_de_validation: account.approval_mailed_at,
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
      etape: rows.steps.get(row.id) ?? null,
      brouillon: Boolean(row.is_draft),
      a_enregistrer: Boolean(row.is_planned),
      cree_le: row.created_at,
      supprime_le: row.deleted_at,
      masque_le: row.hidden_at,
      accord: row.approval,
      endroit: { type: 'Feature', geometry: readLater(row.geometry), properties: { titre: row.name } },
      son: row.media_sha256 && soundData(row),
    })),
    versions_precedentes: rows.versions.map((row) => ({
      drop: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
      jusqu_au: row.replaced_at,
      endroit: row.geometry && readLater(row.geometry),
      son: row.media_sha256 && { ...soundData(row), fichier: versionSoundOf(row)?.path },
    })),
    a_enregistrer: rows.asked.map((row) => ({
      lieu: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
    })),
    sons_ailleurs: rows.soundsElsewhere.map((row) => ({
      drop: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
      son: soundData(row),
    })),
    textes: rows.tellings.map((row) => ({
      drop: row.id,
      titre: row.name,
      carte: row.parcours_id,
      nom_de_la_carte: row.title,
      langue: row.language,
      version: row.kind,
      nom: row.told_name,
      texte: row.text,
      lien: row.link,
      transcription: row.transcript,
      transcription_validee: row.transcript === null ? null : row.transcript_state === 'approved',
      images_decrites: row.described.map(({ picture_id: image, description }) => ({ image, description })),
      son: row.media_sha256 && { ...soundData(row), fichier: tellingSoundOf(row)?.path },
    })),
    images: rows.images.map((row) => ({ fichier: pictureOf(row).path, carte: row.title, envoyee_le: row.created_at })),
    images_de_lieux: rows.pictures.map((row) => ({
      fichier: placePictureOf(row).path,
      image: row.id,
      drop: row.place_id,
      titre: row.name,
      carte: row.title,
      credit: row.credit,
      envoyee_le: row.created_at,
    })),
    evenements: rows.events.map((row) => ({
      nom: row.name,
      le: row.happened_at,
      details: JSON.parse(row.properties) as unknown,
    })),
    ecoutes: rows.listens.map((row) => ({
      drop: row.place_id,
      titre: row.name,
      jour: row.day,
      terminee: Boolean(row.is_finished),
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
    remarques: rows.remarks.map((row) => ({
      drop: row.place,
      sujet: row.subject,
      mots: row.words,
      faite_le: row.made_at,
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

/** Maximum length of the part of a path that a title gives, in characters: systems allow 255 bytes. */
const TITLE_MAX = 60;

/** A stored file, and its path in the archive. */
interface ExportedFile {
  readonly name: MediaName;
  readonly path: string;
}

type FilePaths = ReturnType<typeof filePaths>;

/** Names the files of an archive in the words of one language. */
function filePaths({ sounds, version, pictures, portrait, mapPicture, untitled }: ExportWords) {
  const named = (title: string): string => inPath(title) || untitled;
  /** Returns the path of a drop's audio in the archive; null without audio. */
  const soundOf = (drop: SoundRow): ExportedFile | null => {
    const { id, name, title, media_sha256: sha256, extension } = drop;
    if (sha256 === null || extension === null) return null;
    const folder = `${drop.parcours_id} ${named(title)}`;
    return { name: { sha256, extension }, path: `${sounds}/${folder}/${id} ${named(name)}.${extension}` };
  };
  return {
    soundOf,
    /** The same for an earlier version, whose number follows the drop's. */
    versionSoundOf: (row: OwnVersionRow): ExportedFile | null =>
      soundOf({ ...row, name: `${version} ${row.version} ${row.name}` }),
    /** The same for a telling, whose language and kind follow the drop's name. */
    tellingSoundOf: (row: OwnTellingRow): ExportedFile | null =>
      soundOf({ ...row, name: `${row.name} ${tellingCode(row)}` }),
    /** Returns the path of an image in the archive. */
    pictureOf: (image: OwnRows['images'][number]): ExportedFile => {
      const name = imageNameOf(image.sha256);
      const what = image.title === null ? portrait : mapPicture(named(image.title));
      return { name, path: `${pictures}/${what} ${image.sha256.slice(0, 8)}.${name.extension}` };
    },
    /** The same for a picture of a place. */
    placePictureOf: ({ id, sha256, place_id: placeId, name }: OwnPictureRow): ExportedFile => ({
      name: { sha256, extension: 'jpg' },
      path: `${pictures}/${placeId} ${named(name)} ${id}.jpg`,
    }),
  };
}

/** Turns a title into a part of a path that every system accepts; empty if nothing of it is left. */
function inPath(title: string): string {
  const plain = title
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ');
  const cut = [...plain].slice(0, TITLE_MAX).join('');
  // Windows removes dots and spaces at the end; a dot at the beginning hides the file.
  return cut.replace(/^[. ]+|[. ]+$/g, '');
}
