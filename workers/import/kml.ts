import { ImportError, type SkipReason } from '../../contracts/imported-file.ts';
import { FeatureList, type RawGeometry, readFields } from './raw-feature.ts';
import { walkXml } from './walk-xml.ts';

/** What a KML file has. */
interface KmlFile {
  readonly features: FeatureList;
  /** What it has that is no place of any kind. */
  readonly others: readonly { readonly reason: SkipReason; readonly name: string }[];
}

/** A part that may have a name of its own: a folder, a placemark, an overlay or a link. */
interface Part {
  readonly kind: 'folder' | 'placemark' | 'picture' | 'link';
  readonly depth: number;
  name: string;
  text: string;
  readonly data: Map<string, string>;
  readonly shapes: RawGeometry[];
}

const KINDS: Readonly<Record<string, Part['kind']>> = {
  Document: 'folder',
  Folder: 'folder',
  Placemark: 'placemark',
  GroundOverlay: 'picture',
  ScreenOverlay: 'picture',
  PhotoOverlay: 'picture',
  NetworkLink: 'link',
};

/** Elements whose text is read, wherever they stand in a placemark. */
const VALUES = ['coordinates', 'coord', 'value', 'SimpleData'];

/**
 * Reads the placemarks of a KML file with the names of their folders, but for the whole document's.
 * @throws {ImportError} `link` if there is nothing but a link to a map on the web; as {@link walkXml} does
 */
export function readKml(bytes: Uint8Array): KmlFile {
  const features = new FeatureList();
  const others: { reason: SkipReason; name: string }[] = [];
  /** The open parts, outermost first. */
  const parts: Part[] = [];
  /** Name of the property whose value is open. */
  let key = '';
  /** The open polygon's rings, the outer one first. */
  let rings: { readonly outer: unknown[]; readonly inner: unknown[] } | null = null;
  let isInner = false;
  let positions: number[][] = [];
  let text: string | null = null;

  const close = (part: Part): void => {
    if (part.kind === 'picture' || part.kind === 'link') others.push({ reason: part.kind, name: part.name.trim() });
    if (part.kind !== 'placemark') return;
    const folder = parts.filter(({ kind, depth }) => kind === 'folder' && depth > 1).at(-1);
    features.add(() => {
      const [first = null, ...more] = part.shapes;
      const fields = readFields(part.data);
      // As an export from here has it.
      const isMarkdown = part.data.has('drop_ici:text');
      return {
        ...fields,
        name: part.name.trim() || fields.name,
        text: isMarkdown ? fields.text : part.text.trim() || fields.text,
        isMarkdown,
        geometry: more.length === 0 ? first : { type: 'GeometryCollection', geometries: part.shapes },
        folder: folder?.name.trim() ?? '',
      };
    });
  };

  walkXml(bytes, {
    text(part) {
      if (text !== null) text += part;
    },
    open(name, attributes, depth) {
      const kind = KINDS[name];
      if (kind !== undefined) {
        parts.push({ kind, depth, name: '', text: '', data: new Map(), shapes: [] });
        return;
      }
      const part = parts.at(-1);
      if (part === undefined) return;
      const isOwn = depth === part.depth + 1 && (name === 'name' || name === 'description');
      text = isOwn || (part.kind === 'placemark' && VALUES.includes(name)) ? '' : null;
      if (name === 'Data' || name === 'SimpleData') key = attributes.name ?? '';
      else if (name === 'Polygon') rings = { outer: [], inner: [] };
      else if (name === 'innerBoundaryIs' || name === 'outerBoundaryIs') isInner = name === 'innerBoundaryIs';
      // A MultiTrack has several of these.
      else if (name === 'Track') positions = [];
    },
    close(name, depth) {
      const part = parts.at(-1);
      if (part === undefined) return;
      const value = text ?? '';
      text = null;
      if (depth === part.depth) {
        parts.pop();
        close(part);
      } else if (name === 'name' && depth === part.depth + 1) part.name = value;
      else if (name === 'description' && depth === part.depth + 1) part.text = value;
      else if (name === 'value' || name === 'SimpleData') part.data.set(key, value);
      else if (name === 'coordinates') positions = readPositions(value);
      else if (name === 'coord') positions.push(value.trim().split(/\s+/).map(Number));
      else if (name === 'Point') part.shapes.push({ type: 'Point', coordinates: positions[0] ?? [] });
      else if (name === 'LineString' || name === 'Track') {
        part.shapes.push({ type: 'LineString', coordinates: positions });
      } else if (name === 'LinearRing') {
        if (rings === null) part.shapes.push({ type: 'LineString', coordinates: positions });
        else (isInner ? rings.inner : rings.outer).push(positions);
      } else if (name === 'Polygon' && rings !== null) {
        part.shapes.push({ type: 'Polygon', coordinates: [...rings.outer, ...rings.inner] });
        rings = null;
      } else if (name === 'Model') part.shapes.push({ type: 'Model' });
    },
  });
  if (features.list.length === 0 && others.some(({ reason }) => reason === 'link')) {
    throw new ImportError('link', 'Expected placemarks, got a link to a map');
  }
  return { features, others };
}

/** Reads `lng,lat,height lng,lat,height`; some programs write spaces after the commas. */
function readPositions(text: string): number[][] {
  return (
    text
      // From the first space of a run only, or a long run would take the square of its length.
      .replace(/(?<!\s)\s*,\s*/g, ',')
      .split(/\s+/)
      .filter((position) => position !== '')
      .map((position) => position.split(',').map((number) => (number === '' ? Number.NaN : Number(number))))
  );
}
