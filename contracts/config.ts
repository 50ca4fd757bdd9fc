import * as z from 'zod/mini';

/** Who runs a deployment, for its legal pages. Null values are shown as a placeholder or left out. */
export const Identity = z.object({
  associationName: z.nullable(z.string()),
  /** Contact of the association: an email address, or a postal address on one line. */
  associationContact: z.nullable(z.string()),
  /** Name and address of the hosting provider. */
  hostingName: z.nullable(z.string()),
  dpoContact: z.nullable(z.string()),
  /** Address of the product's own website. */
  websiteUrl: z.nullable(z.string()),
  /** Address of the product's page on a social network. */
  socialUrl: z.nullable(z.string()),
});
export type Identity = z.infer<typeof Identity>;

/** What a deployment declares about its accessibility: by French law, of the whole site, its content included. */
export const Accessibility = z.object({
  /** How much of RGAA 4.1 is met: all of it, half of it or more, or less, which is also the state without an audit. */
  state: z.enum(['total', 'partial', 'none']),
  /** Share of the criteria that apply and are met, in percent; null if it isn't known. */
  ratePercent: z.nullable(z.number()),
  /** Who audited; null without an audit. */
  auditor: z.nullable(z.string()),
  /** Day of the declaration, as YYYY-MM-DD; null if it isn't set. */
  date: z.nullable(z.string()),
  /** What is not accessible on this deployment, beside what the app itself lists, and why. */
  gaps: z.nullable(z.string()),
  /** Address of the plan for the next years ('schéma pluriannuel'). */
  planUrl: z.nullable(z.string()),
});
export type Accessibility = z.infer<typeof Accessibility>;

/** The app's settings, loaded when it starts, so that one build serves all deployments. */
export const AppConfig = z.object({
  /** Address of a MapLibre style document. */
  mapStyleUrl: z.string(),
  /** Address of the style for the dark theme; null if the light one serves both. */
  mapStyleDarkUrl: z.nullable(z.string()),
  /**
   * The deployment's own map: a PMTiles archive in the schema of Protomaps, shown instead of the styles above. Null if it has
   * none.
   */
  mapTiles: z.nullable(
    z.object({
      /** Path of the archive on the API's origin, read with range requests. */
      link: z.string(),
      /** Who made the map, as HTML-free text. */
      attribution: z.string(),
    }),
  ),
  geocoderUrl: z.string(),
  /** Null if Google sign-in is not configured. */
  googleClientId: z.nullable(z.string()),
  /** Whether accounts may have passkeys and log in with them. */
  hasPasskeys: z.boolean(),
  /** The one origin that passkeys belong to; null for any port of localhost. */
  passkeyOrigin: z.optional(z.nullable(z.string())),
  /** Whether the server sends mails with links to reset a password, to verify an address, and to join a map. */
  sendsMail: z.boolean(),
  /** Largest accepted recording; the app stops recording before that. */
  uploadMaxBytes: z.int().check(z.positive()),
  /** Folder of a model that drafts transcripts on the device, and of its library; null, or left out by earlier versions, for none. */
  speechModelUrl: z.optional(z.nullable(z.string())),
  identity: Identity,
  /** A configuration stored by an earlier version has none. */
  accessibility: z.optional(Accessibility),
});
export type AppConfig = z.infer<typeof AppConfig>;
