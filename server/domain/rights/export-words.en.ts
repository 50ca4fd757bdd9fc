import type { ExportCounts, ExportWords } from './export-words.ts';

function formatCounts({ drops, sounds, soundsElsewhere }: ExportCounts): string {
  const elsewhere = soundsElsewhere === 0 ? '' : `; and ${soundsElsewhere} sound(s) in other people’s drops`;
  return `${drops} drop(s), ${sounds} of them with a sound${elsewhere}`;
}

export const english = {
  archive: (day) => `drop-ici-my-data-${day}.zip`,
  data: 'data.json',
  readMe: 'README.txt',
  sounds: 'sounds',
  version: 'version',
  pictures: 'images',
  portrait: 'profile-photo',
  mapPicture: (title) => `map ${title}`,
  untitled: 'untitled',
  text: (name, at, counts) =>
    `DROP ICI: THE DATA OF ${name}

Prepared on ${at}. This folder has everything that the server keeps about you: ${formatCounts(counts)}.

README.txt   This text.
data.json    Your data, in a format that a machine can read (JSON, UTF-8). Its names are French in every language, so that
             a program which reads one such file reads them all:
             compte        account: your name, your address, your role, your language, its creation and last use, your choice about statistics;
             consentements what you agreed to, with the version of the terms and the date;
             cartes        the maps of which you are a member, your rights and the date on which you joined;
             groupes       the bundles in which these maps are listed;
             retraits      the maps from which you were removed, or on which your rights were reduced;
             drops         your drops: title, map, place (GeoJSON), date, and the file of the sound;
             versions_precedentes what your drops were before each change of the last 30 days, with the file of the sound;
             a_enregistrer the places that the authors of a map ask you to record;
             sons_ailleurs your sounds that other people’s drops play;
             textes        what your drops say, and what you wrote or said for others: texts, descriptions of pictures, transcripts, sounds, by language and version;
             images        your photo, and the images that you sent for maps;
             images_de_lieux the images that you sent for places, and their credit;
             evenements    your usage events: logins, places that you entered;
             ecoutes       your listens, until they are counted with those of others: drop, day, finished or not;
             sessions      when you logged in, and the end of each session;
             cles_d_acces  your passkeys: when and with what you added them;
             demandes      your requests for rights, and the answers;
             invitations   those that you made, without their links, and those that you used;
             signalements  what you reported, in your words;
             remarques     what you told the authors of places, until they close it;
             mesures       what was decided about your drops or your account, and your answers;
             journal       what was done by you or to your account (kept for a year).
sounds/      Your sounds, as the server keeps them: the original, in the WAV format, one folder for each map.
             Every audio player opens them. The number at the start of the name is that of the drop in data.json.
images/      Your profile photo and your images of maps, in the WebP format, and your images of places, in the JPEG format.

Times are in universal time (UTC). Not included are your password, of which the server keeps only a hash, the tokens of your
sessions, the hashes by which the server recognizes a repeated request, and what arrived of an unfinished upload. A file that is
named in data.json and missing here was already missing on the server.
`,
} satisfies ExportWords;
