import { type GpxLine, ImportError } from '../../contracts/imported-file.ts';
import { type GpxPoint, readDegrees, readPosition, readTime, toLine } from './gpx-points.ts';
import { FeatureList, type RawFeature } from './raw-feature.ts';
import { walkXml } from './walk-xml.ts';

/** A track or route whose end has not been read yet. A route holds its points itself, a track holds segments. */
interface Draft {
  readonly isTrack: boolean;
  readonly depth: number;
  name: string;
  readonly points: GpxPoint[];
  segment: number;
  /** Depth of the last point. */
  pointDepth: number;
}

/** A waypoint whose end has not been read yet, with the texts of its elements. */
interface WaypointDraft {
  readonly depth: number;
  readonly position: readonly [lng: number | null, lat: number | null];
  readonly texts: Map<string, string>;
}

/** The elements of a waypoint that are read. GPX 1.0 has the address of its page in `url`. */
const WAYPOINT_TEXTS = ['name', 'desc', 'cmt', 'type', 'url'];

/** What a GPX file has. */
interface GpxFile {
  /** Tracks first, then routes, each of two points or more. */
  readonly lines: readonly GpxLine[];
  readonly waypoints: FeatureList;
  /** Line of the first track point without a position; null if each has one. */
  readonly nowhereLine: number | null;
}

/** Reads a GPX file, but for heights. @throws {ImportError} `not-gpx`, and as {@link walkXml} does */
export function readGpx(bytes: Uint8Array): GpxFile {
  const tracks: GpxLine[] = [];
  const routes: GpxLine[] = [];
  const waypoints = new FeatureList();
  let nowhereLine: number | null = null;
  let draft: Draft | null = null;
  let waypoint: WaypointDraft | null = null;
  let isNaming = false;
  /** Text of the open point's time; null outside a time element. */
  let time: string | null = null;
  /** The open element of the waypoint; null outside those that are read. */
  let field: string | null = null;

  walkXml(bytes, {
    text(part) {
      if (isNaming && draft !== null) draft.name += part;
      if (time !== null) time += part;
      if (field !== null && waypoint !== null) {
        waypoint.texts.set(field, (waypoint.texts.get(field) ?? '') + part);
      }
    },
    open(name, attributes, depth, fileLine) {
      if (depth === 0 && name !== 'gpx') {
        throw new ImportError('not-gpx', `Expected a document of gpx, got one of ${name}`);
      }
      if (name === 'trk' || name === 'rte') {
        draft = { isTrack: name === 'trk', depth, name: '', points: [], segment: 0, pointDepth: Number.NaN };
      } else if (name === 'wpt' && depth === 1) {
        const position = [readDegrees(attributes.lon ?? ''), readDegrees(attributes.lat ?? '')] as const;
        waypoint = { depth, position, texts: new Map() };
      } else if (waypoint !== null) {
        // Deeper ones belong to extensions.
        if (depth !== waypoint.depth + 1) return;
        if (name === 'link' && attributes.href !== undefined) waypoint.texts.set('url', attributes.href);
        field = WAYPOINT_TEXTS.includes(name) ? name : null;
      } else if (draft !== null) {
        if (name === 'trkseg') draft.segment += 1;
        // Garmin's planners put the points between two points of a route into extensions of the first.
        else if (name === (draft.isTrack ? 'trkpt' : 'rtept') || (name === 'rpt' && !draft.isTrack)) {
          const position = readPosition(attributes.lon ?? '', attributes.lat ?? '');
          if (name !== 'rpt') draft.pointDepth = depth;
          draft.points.push({ position, timeMs: null, segment: draft.segment });
          if (position === null) nowhereLine ??= fileLine;
        } else if (name === 'name') isNaming = depth === draft.depth + 1;
        // Deeper ones belong to extensions.
        else if (name === 'time' && depth === draft.pointDepth + 1) time = '';
      }
    },
    close(name, depth) {
      if (name === 'name') isNaming = false;
      if (waypoint !== null && depth <= waypoint.depth + 1) field = null;
      if (waypoint !== null && depth === waypoint.depth) {
        const ended = waypoint;
        waypoints.add(() => toFeature(ended));
        waypoint = null;
      }
      if (name === 'time' && time !== null) {
        // The time belongs to the open point, which is the last one.
        const point = draft?.points.at(-1);
        if (point !== undefined) point.timeMs = readTime(time);
        time = null;
      }
      if (draft === null || depth !== draft.depth) return;
      const line = toLine(draft.name, draft.points);
      if (line.line.length >= 2) (draft.isTrack ? tracks : routes).push(line);
      draft = null;
    },
  });
  return { lines: [...tracks, ...routes], waypoints, nowhereLine };
}

/**
 * Reads the tracks and routes of a GPX file; its waypoints are ignored.
 * @throws {ImportError} `no-line` or `nowhere` without one, and as {@link readGpx} does
 */
export function readGpxLines(bytes: Uint8Array): readonly GpxLine[] {
  const { lines, nowhereLine } = readGpx(bytes);
  if (lines.length > 0) return lines;
  const got = nowhereLine === null ? 'none' : 'some without a position';
  throw new ImportError(
    nowhereLine === null ? 'no-line' : 'nowhere',
    `Expected a track or route of 2 points or more, got ${got}`,
    nowhereLine,
  );
}

/** Garmin's devices repeat the description as a comment; OsmAnd has a point's folder as its type. */
function toFeature({ position, texts }: WaypointDraft): RawFeature {
  const textOf = (field: string): string => texts.get(field)?.trim() ?? '';
  return {
    name: textOf('name'),
    text: textOf('desc') || textOf('cmt'),
    link: textOf('url'),
    geometry: { type: 'Point', coordinates: position },
    folder: textOf('type'),
    soundName: '',
  };
}
