import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { Bundle, BundledParcours, BundleText } from '../../../contracts/bundle.ts';
import { Done, Ignored } from '../../../contracts/call.ts';
import { AppConfig } from '../../../contracts/config.ts';
import { ErrorBody, RequestFault } from '../../../contracts/errors.ts';
import { AnalyticsEvent, EventBatch } from '../../../contracts/events.ts';
import { Geometry, Point, Polygon, Position, Ring } from '../../../contracts/geo.ts';
import { Invite, JoinedParcours, NewInvite, OpenInvite, ShareLink } from '../../../contracts/invite.ts';
import { POSITION_NUMBERS_MAX } from '../../../contracts/limits.ts';
import {
  CreatedParcours,
  NewParcours,
  Parcours,
  ParcoursInfo,
  ParcoursMember,
  ParcoursText,
} from '../../../contracts/parcours.ts';
import { MediaLink, NewPlace, Place, PlaceChange, PlaceDetail } from '../../../contracts/place.ts';
import { RecordingStart, ResumedUpload, UploadedAudio } from '../../../contracts/recording.ts';
import { Credentials, GoogleCredentials, Member, NewAccount, User } from '../../../contracts/user.ts';
import { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { Wkt } from '../../../contracts/wkt.ts';
import type { JsonSchema } from './shape.ts';

/** The names that the document calls the contract's schemas by. */
const NAMED = {
  AnalyticsEvent,
  AppConfig,
  Bundle,
  BundleText,
  BundledParcours,
  CreatedParcours,
  Credentials,
  Done,
  ErrorBody,
  EventBatch,
  Geometry,
  GoogleCredentials,
  Invite,
  JoinedParcours,
  MediaLink,
  Member,
  NewAccount,
  NewInvite,
  NewParcours,
  NewPlace,
  OpenInvite,
  Parcours,
  ParcoursInfo,
  ParcoursMember,
  ParcoursText,
  Place,
  PlaceChange,
  PlaceDetail,
  Point,
  Polygon,
  Position,
  Privilege,
  RecordingStart,
  RequestFault,
  ResumedUpload,
  Ring,
  Role,
  ShareLink,
  UploadedAudio,
  User,
} satisfies Record<string, z.ZodMiniType>;

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const reference = (name: keyof typeof NAMED) => ({ $ref: `#/components/schemas/${name}` });

/** What a schema that checks or turns one thing into another can't tell by itself. */
const BY_HAND = new Map<unknown, JsonSchema>([
  [
    Position,
    {
      type: 'array',
      description: '`[longitude, latitude]` in degrees (WGS 84). Further numbers are accepted and dropped.',
      prefixItems: [
        { type: 'number', minimum: -180, maximum: 180 },
        { type: 'number', minimum: -90, maximum: 90 },
      ],
      items: { type: 'number' },
      minItems: 2,
      maxItems: POSITION_NUMBERS_MAX,
    },
  ],
  [
    Ring,
    {
      type: 'array',
      description: 'A closed ring: its last position is its first.',
      items: reference('Position'),
      minItems: 4,
    },
  ],
  [
    Polygon,
    {
      type: 'object',
      description: 'A GeoJSON Polygon (RFC 7946): the outer ring, then its holes.',
      properties: {
        type: { type: 'string', const: 'Polygon' },
        coordinates: { type: 'array', minItems: 1, items: reference('Ring') },
      },
      required: ['type', 'coordinates'],
    },
  ],
  [
    Point,
    {
      type: 'object',
      description: 'A GeoJSON Point (RFC 7946).',
      properties: { type: { type: 'string', const: 'Point' }, coordinates: reference('Position') },
      required: ['type', 'coordinates'],
    },
  ],
  [Wkt, { type: 'string', description: 'Well-known text, `POINT (lng lat)` or `POLYGON ((...))`.' }],
  [Ignored, { description: 'Accepted, and read by nobody: the token decides who asks.' }],
]);

/** Turns the contract's schemas into JSON Schemas that share what has a name, and gathers what was named. */
export interface SchemaBook {
  /** @param io `input` as a client sends it, `output` as the server reads or answers it. */
  describe(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema;
  /** What the references of all answers of `describe` lead to. */
  readonly named: Record<string, JsonSchema>;
}

/** A book that holds the parts of shapes, which only descriptions by hand refer to, and nothing else. */
export function createSchemaBook(): SchemaBook {
  const named: Record<string, JsonSchema> = {};
  const book: SchemaBook = {
    named,
    describe: (schema, io) => {
      const {
        $schema: _,
        $defs,
        ...body
      } = z.toJSONSchema(schema, {
        io,
        metadata: names,
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          const told = BY_HAND.get(zodSchema);
          if (told === undefined) return;
          for (const key of Object.keys(jsonSchema)) if (key !== 'id') delete jsonSchema[key];
          Object.assign(jsonSchema, told);
        },
      });
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const found = renameReferences(definition) as JsonSchema;
        const known = named[name];
        if (known !== undefined && !isDeepStrictEqual(known, found)) {
          throw new Error(`Expected one shape of ${name}, got another where it is ${io}`);
        }
        named[name] = found;
      }
      return renameReferences(body) as JsonSchema;
    },
  };
  book.describe(z.object({ position: Position, ring: Ring }), 'input');
  return book;
}

function renameReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof value[key as keyof typeof value] === 'object')
      .map(([key, item]) =>
        key === '$ref' && typeof item === 'string'
          ? [key, item.replace('#/$defs/', '#/components/schemas/')]
          : [key, renameReferences(item)],
      ),
  );
}
