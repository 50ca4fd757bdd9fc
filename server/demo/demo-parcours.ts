import type { Geometry } from '../../contracts/geo.ts';
import { type Cue, writeWebVtt } from '../../contracts/web-vtt.ts';
import { Wkt } from '../../contracts/wkt.ts';

/** One place of the demo, with its audio. */
export type DemoPlace = {
  /** The place's name as a listener reads it. */
  readonly name: string;
  /** A point or a polygon, `[lng, lat]` in WGS 84; outer rings run counter-clockwise. */
  readonly geometry: Geometry;
  /** The clip's file name in `server/demo/clips/`. */
  readonly clipFile: string;
  /** The clip's length in seconds, to a tenth. */
  readonly durationS: number;
  /** The text of the clip, in French; `scripts/make/demo-audio.mjs` makes the clip from it. */
  readonly text: string;
};

/** A parcours with its places in the order of the walk. */
type DemoParcours = {
  readonly title: string;
  readonly description: string;
  readonly places: readonly DemoPlace[];
};

/**
 * The parcours of a fresh installation: a walk across the Ile de la Cité in Paris, from west to east. No two places are
 * within reach at once, so it is always clear which story plays.
 *
 * The texts are ours. After changing one, run `node scripts/make/demo-audio.mjs` and copy the printed lengths.
 */
export const DEMO_PARCOURS: DemoParcours = {
  title: 'Île de la Cité',
  description:
    "De la pointe du Vert-Galant au mémorial de la Déportation : treize histoires pour traverser l'île d'ouest en est, à pas tranquilles.",
  places: [
    {
      name: 'Square du Vert-Galant',
      geometry: zone(
        '2.33965 48.85756, 2.34006 48.85734, 2.3406 48.85708, 2.34078 48.85738, 2.34026 48.85759, 2.33975 48.85782, 2.33942 48.85775, 2.33965 48.85756',
      ),
      clipFile: '01-vert-galant.mp3',
      durationS: 17.1,
      text: "Ici, vous marchez presque au ras de l'eau, sept mètres sous la ville : c'était le niveau de l'île au temps de Lutèce. Le Vert-Galant, c'est Henri IV, roi longtemps amoureux. Avancez jusqu'à la pointe : la Seine s'ouvre devant vous, comme devant la proue d'un navire.",
    },
    {
      name: 'Henri IV sur le Pont-Neuf',
      geometry: { type: 'Point', coordinates: [2.34105, 48.85714] },
      clipFile: '02-henri-iv.mp3',
      durationS: 19.5,
      text: "Levez les yeux vers le cavalier. La première statue d'Henri IV fut fondue à la Révolution. Celle-ci date de 1818, et son bronze vient en partie d'une statue de Napoléon. Quant au pont qui la porte, on l'appelle Neuf : inauguré en 1607, c'est pourtant le plus vieux de Paris.",
    },
    {
      name: 'Place Dauphine',
      geometry: zone(
        '2.34172 48.85691, 2.34256 48.85624, 2.34268 48.85622, 2.34288 48.8566, 2.34286 48.85669, 2.34172 48.85691',
      ),
      clipFile: '03-place-dauphine.mp3',
      durationS: 19.6,
      text: "Regardez la forme de la place : un triangle. En 1607, Henri IV confie ce bout d'île à Achille de Harlay, qui l'entoure de maisons de brique et de pierre blanche. Elle porte le nom du dauphin, le futur Louis XIII. Cherchez les deux maisons de la pointe : elles ont gardé leur visage d'origine.",
    },
    {
      name: "Tour de l'Horloge",
      geometry: { type: 'Point', coordinates: [2.34625, 48.85616] },
      clipFile: '04-tour-de-l-horloge.mp3',
      durationS: 19.6,
      text: "Au-dessus de vous, sur un fond bleu semé de lys d'or, bat la plus ancienne horloge publique de Paris. Charles V la fit installer vers 1370. Deux figures encadrent le cadran, la Loi et la Justice, sculptées par Germain Pilon. Depuis plus de six siècles, elle donne l'heure aux passants.",
    },
    {
      name: 'Sainte-Chapelle',
      geometry: { type: 'Point', coordinates: [2.34497, 48.85542] },
      clipFile: '05-sainte-chapelle.mp3',
      durationS: 18.3,
      text: "Cherchez la flèche, par-dessus les toits du Palais. Saint Louis fit bâtir cette chapelle pour la couronne d'épines ; elle fut consacrée en 1248. À l'étage, quinze verrières racontent la Bible en plus de mille scènes. La pierre s'efface, et l'on croit entrer dans la lumière.",
    },
    {
      name: 'Marché aux fleurs',
      geometry: zone('2.34694 48.85513, 2.3477 48.85478, 2.34803 48.85523, 2.34734 48.8556, 2.34694 48.85513'),
      clipFile: '06-marche-aux-fleurs.mp3',
      durationS: 19.7,
      text: "Respirez. Depuis 1808, on vend des fleurs ici, au bord de la Seine. Les pavillons de métal datent du début du vingtième siècle. En 2014, le marché a pris le nom d'une visiteuse, la reine Elizabeth II. Flânez entre les orchidées et les arbustes : rien ne pousse dans la hâte.",
    },
    {
      name: 'Hôtel-Dieu',
      geometry: { type: 'Point', coordinates: [2.34839, 48.85388] },
      clipFile: '07-hotel-dieu.mp3',
      durationS: 21.2,
      text: "Derrière cette longue façade veille l'Hôtel-Dieu. La tradition le fait naître en 651, sous l'évêque saint Landry : c'est le plus ancien hôpital de Paris. Il se tenait jadis de l'autre côté du parvis, le long de l'eau. Le bâtiment que vous voyez fut achevé sous la troisième République, vers 1878.",
    },
    {
      name: 'Parvis Notre-Dame',
      geometry: zone('2.34741 48.85355, 2.34838 48.85317, 2.34867 48.8536, 2.34764 48.8539, 2.34741 48.85355'),
      clipFile: '08-parvis.mp3',
      durationS: 20.4,
      text: "Sous vos pieds dort une autre ville. En 1965, en creusant un parking, on retrouva des thermes romains, un quai de Lutèce et des caves du Moyen Âge. À cette époque, pas de grande place : on n'apercevait la cathédrale qu'au bout d'une rue étroite. Tournez-vous vers elle, et imaginez la surprise.",
    },
    {
      name: 'Point zéro des routes de France',
      geometry: { type: 'Point', coordinates: [2.34883, 48.85337] },
      clipFile: '09-point-zero.mp3',
      durationS: 17.7,
      text: "Cherchez au sol une petite rose des vents en bronze. C'est le point zéro : de là se comptent les distances entre Paris et les villes de France. Le médaillon fut posé en 1924. On raconte que celui qui y met le pied reviendra un jour à Paris. À vous de voir.",
    },
    {
      name: 'Façade de Notre-Dame',
      geometry: { type: 'Point', coordinates: [2.34928, 48.85321] },
      clipFile: '10-notre-dame.mp3',
      durationS: 21.7,
      text: "Au-dessus des trois portails, comptez les rois : ils sont vingt-huit. En 1793, la foule les prit pour des rois de France et les abattit. Vingt et une têtes furent retrouvées en 1977, enterrées dans la cour d'un hôtel particulier. Celles d'ici sont des copies : l'incendie de 2019 les a épargnées.",
    },
    {
      name: 'Rue Chanoinesse',
      geometry: { type: 'Point', coordinates: [2.35085, 48.85374] },
      clipFile: '11-rue-chanoinesse.mp3',
      durationS: 18.6,
      text: "Baissez la voix : vous entrez dans l'ancien cloître des chanoines. Vers 1115, l'un d'eux, Fulbert, y logeait sa nièce Héloïse. Il lui choisit pour maître le philosophe Abélard. Ils s'aimèrent. Tout près d'ici, au neuf quai aux Fleurs, une plaque garde leurs deux noms.",
    },
    {
      name: 'Square Jean-XXIII',
      geometry: zone('2.35083 48.85231, 2.35157 48.85209, 2.35194 48.85265, 2.3512 48.85287, 2.35083 48.85231'),
      clipFile: '12-square-jean-xxiii.mp3',
      durationS: 19.4,
      text: "De ce jardin, Notre-Dame ressemble à un vaisseau tenu par ses rames : ce sont les arcs-boutants du chevet. Le palais de l'archevêque s'élevait ici, jusqu'à ce qu'une émeute le dévaste en 1831. Le préfet Rambuteau en fit un square. Asseyez-vous près de la fontaine, et regardez la flèche.",
    },
    {
      name: 'Mémorial de la Déportation',
      geometry: { type: 'Point', coordinates: [2.35255, 48.85175] },
      clipFile: '13-memorial-deportation.mp3',
      durationS: 19.9,
      text: "L'île finit ici, au ras du fleuve. Sous vos pieds, une crypte : deux cent mille bâtonnets de verre, un pour chaque déporté de France. Georges-Henri Pingusson l'a voulue nue et silencieuse ; elle fut inaugurée en 1962. Au-dessus de la sortie, quelques mots : pardonne, n'oublie pas.",
    },
  ],
};

/** Returns the polygon with this outer ring, `lng lat, lng lat, ...`. */
function zone(ring: string): Geometry {
  return Wkt.parse(`POLYGON ((${ring}))`);
}

/** Writes the transcript of a clip: a cue for each sentence, as long as its share of the characters. The voice is an even one. */
export function transcribe({ text, durationS }: DemoPlace): string {
  const sentences = text.match(/[^.?!]+[.?!]+/g) ?? [text];
  const msPerCharacter = (durationS * 1000) / sentences.join('').length;
  let said = 0;
  const cues = sentences.map((sentence): Cue => {
    const startMs = Math.round(said * msPerCharacter);
    said += sentence.length;
    return { startMs, endMs: Math.round(said * msPerCharacter), text: sentence.trim() };
  });
  return writeWebVtt(cues);
}
