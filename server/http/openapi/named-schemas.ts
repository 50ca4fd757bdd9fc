import * as z from 'zod/mini';
import { Bundle, BundledParcours, BundleText } from '../../../contracts/bundle.ts';
import { Done } from '../../../contracts/call.ts';
import { AppConfig } from '../../../contracts/config.ts';
import { ErrorBody, RequestFault } from '../../../contracts/errors.ts';
import { AnalyticsEvent, EventBatch } from '../../../contracts/events.ts';
import { Geometry, Point, Polygon, Position, Ring } from '../../../contracts/geo.ts';
import { Invite, JoinedParcours, NewInvite, OpenInvite, ShareLink } from '../../../contracts/invite.ts';
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
import { OwnSession, Security } from '../../../contracts/sessions.ts';
import { Credentials, GoogleCredentials, Member, NewAccount, User } from '../../../contracts/user.ts';
import { Privilege, Role } from '../../../contracts/vocabulary.ts';

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

/** The name of a schema of the contract. */
export type SchemaName = keyof typeof NAMED;

/** The names of the schemas, for zod's conversion to JSON Schema. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) schemaNames.add(schema, { id });
