import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { Bundle, BundledParcours, BundleText } from '../../../contracts/bundle.ts';
import { Done, Ignored } from '../../../contracts/call.ts';
import { AppConfig } from '../../../contracts/config.ts';
import { ErrorBody, RequestFault } from '../../../contracts/errors.ts';
import { AnalyticsEvent, EventBatch } from '../../../contracts/events.ts';
import { Geometry, Point, Polygon, Position, Ring } from '../../../contracts/geo.ts';
import { Invite, JoinedParcours, NewInvite, OpenInvite, ShareLink } from '../../../contracts/invite.ts';
import { POSITION_NUMBERS_MAX, ZONE_WIDTH_MIN_M } from '../../../contracts/limits.ts';
import { OwnSession, Security } from '../../../contracts/logins.ts';
import { NewGeometry } from '../../../contracts/new-geometry.ts';
import { Pack, PackFile } from '../../../contracts/pack.ts';
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

const reference = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });

/** Descriptions of schemas with checks or transforms, which zod cannot convert. */
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
  [
    NewGeometry,
    {
      description: `A shape that can be drawn and stood in: a zone is ${ZONE_WIDTH_MIN_M} m wide somewhere at least. Its longitudes may be beyond ±180.`,
      allOf: [reference('Geometry')],
    },
  ],
  [Wkt, { type: 'string', description: 'Well-known text, `POINT (lng lat)` or `POLYGON ((...))`.' }],
  [Ignored, { description: 'Accepted and ignored: the token identifies the caller.' }],
]);

/** Converts the contract's schemas to JSON Schema; named schemas become references and are collected. */
export interface SchemaRegistry {
  /** @param io `input` as a client sends it, `output` as the server parses or returns it. */
  describe(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema;
  /** The targets of all references returned by `describe`. */
  readonly named: Record<string, JsonSchema>;
}

/** Starts with the parts of shapes, which only `BY_HAND` refers to. */
export function createSchemaRegistry(): SchemaRegistry {
  const named: Record<string, JsonSchema> = {};
  const registry: SchemaRegistry = {
    named,
    describe: (schema, io) => {
      const {
        $schema: _,
        $defs,
        ...body
      } = z.toJSONSchema(schema, {
        io,
        metadata: schemaNames,
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
          const byHand = BY_HAND.get(zodSchema);
          if (byHand === undefined) return;
          for (const key of Object.keys(jsonSchema)) if (key !== 'id') delete jsonSchema[key];
          Object.assign(jsonSchema, byHand);
        },
      });
      for (const [name, definition] of Object.entries($defs ?? {})) {
        const found = renameReferences(definition) as JsonSchema;
        const known = named[name];
        if (known !== undefined && !isDeepStrictEqual(known, found)) {
          throw new Error(`Expected one shape of ${name}, got a different one as ${io}`);
        }
        named[name] = found;
      }
      return renameReferences(body) as JsonSchema;
    },
  };
  registry.describe(z.object({ position: Position, ring: Ring }), 'input');
  return registry;
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

/** The schemas of the contract that the document names. */
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
  OwnSession,
  Pack,
  PackFile,
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
  Security,
  ShareLink,
  UploadedAudio,
  User,
} satisfies Record<string, z.ZodMiniType>;

type SchemaName = keyof typeof NAMED;

/** The names of the schemas, for zod's conversion to JSON Schema. */
const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) schemaNames.add(schema, { id });
