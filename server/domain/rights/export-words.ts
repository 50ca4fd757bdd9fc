import type { Language } from '../../../contracts/vocabulary.ts';
import { english } from './export-words.en.ts';

/** The number of an account's drops, of its sounds in the archive, and of its sounds in other people's drops. */
export interface ExportCounts {
  readonly drops: number;
  readonly sounds: number;
  readonly soundsElsewhere: number;
}

function formatCounts({ drops, sounds, soundsElsewhere }: ExportCounts): string {
  const elsewhere = soundsElsewhere === 0 ? '' : ` ; et ${soundsElsewhere} son(s) dans les drops d’autres personnes`;
  return `${drops} drop(s), dont ${sounds} avec un son${elsewhere}`;
}

const french = {
  archive: (day: string) => `drop-ici-mes-donnees-${day}.zip`,
  data: 'data.json',
  readMe: 'README.txt',
  sounds: 'sons',
  version: 'version',
  pictures: 'images',
  portrait: 'photo-de-profil',
  mapPicture: (title: string) => `carte ${title}`,
  untitled: 'sans titre',
  text: (name: string, at: string, counts: ExportCounts) =>
    `DROP ICI : LES DONNÉES DE ${name}

Préparé le ${at}. Ce dossier contient tout ce que le serveur garde de vous : ${formatCounts(counts)}.

README.txt   Ce texte.
data.json    Vos données, dans un format lisible par une machine (JSON, UTF-8) :
             compte        votre nom, votre adresse, votre rôle, votre langue, sa création et sa dernière utilisation, votre choix pour les statistiques ;
             consentements ce que vous avez accepté, avec la version des conditions et la date ;
             cartes        les cartes dont vous êtes membre, vos droits et la date de votre arrivée ;
             groupes       les groupes dans lesquels ces cartes sont rangées ;
             retraits      les cartes dont on vous a retiré, ou où on a réduit vos droits ;
             drops         vos drops : titre, carte, endroit (GeoJSON), date, et le fichier du son ;
             versions_precedentes ce que vos drops étaient avant chaque changement des 30 derniers jours, avec le fichier du son ;
             a_enregistrer les lieux que les auteurs d’une carte vous demandent d’enregistrer ;
             sons_ailleurs vos sons que jouent les drops d’autres personnes ;
             textes        ce que disent vos drops, et ce que vous avez écrit ou dit pour d’autres : textes, descriptions d’images, transcriptions, sons, par langue et version ;
             images        votre photo, et les images que vous avez envoyées pour des cartes ;
             images_de_lieux les images que vous avez envoyées pour des lieux, et leur crédit ;
             evenements    vos événements d’usage : connexions, lieux dans lesquels vous êtes entré ;
             ecoutes       vos écoutes, jusqu’à ce qu’elles soient comptées avec celles d’autres : drop, jour, terminée ou non ;
             sessions      quand vous vous êtes connecté, et la fin de chaque session ;
             cles_d_acces  vos clés d’accès : quand et avec quoi vous les avez ajoutées ;
             demandes      vos demandes de droits, et les réponses ;
             invitations   celles que vous avez créées, sans leurs liens, et celles que vous avez utilisées ;
             signalements  ce que vous avez signalé, avec vos mots ;
             remarques     ce que vous avez signalé aux auteurs des lieux, tant qu'ils ne l'ont pas classé ;
             mesures       ce qui a été décidé au sujet de vos drops ou de votre compte, et vos réponses ;
             journal       ce qui a été fait par vous ou à votre compte (gardé un an).
sons/        Vos sons, tels que le serveur les garde : l’original, au format WAV, un dossier par carte.
             Tout lecteur audio les ouvre. Le nombre en tête du nom est celui du drop dans data.json.
images/      Votre photo de profil et vos images de cartes, au format WebP, et vos images de lieux, au format JPEG.

Les heures sont en temps universel (UTC). N’y figurent ni votre mot de passe, dont le serveur ne garde qu’une empreinte, ni les
jetons de vos sessions, ni les empreintes par lesquelles le serveur reconnaît un envoi répété, ni ce qui est arrivé d’un envoi
inachevé. Un fichier nommé dans data.json et absent d’ici manquait déjà sur le serveur.
`,
};

/** The texts of an export in one language. */
export type ExportWords = typeof french;

/**
 * The texts of exports by language: the names of their files, and their README. The keys of `data.json` are French in all
 * languages, so that a program which reads one export reads all.
 */
export const exportWords: Readonly<Record<Language, ExportWords>> = { fr: french, en: english };
