import * as z from 'zod/mini';

/** Who runs a deployment, as its legal pages name them. What is null is shown as a placeholder, or left out. */
export const Identity = z.object({
  associationName: z.nullable(z.string()),
  /** How to reach the association: an email address, or a postal address on one line. */
  associationContact: z.nullable(z.string()),
  /** Name and address of who keeps the server. */
  hostingName: z.nullable(z.string()),
  /** How to reach the data protection officer. */
  dpoContact: z.nullable(z.string()),
  /** Address of the product's own website. */
  websiteUrl: z.nullable(z.string()),
  /** Address of the product's page on a social network. */
  socialUrl: z.nullable(z.string()),
});
/** Who runs a deployment. */
export type Identity = z.infer<typeof Identity>;

/** What the app needs to know of the deployment, asked for when it starts, so that one build serves all of them. */
export const AppConfig = z.object({
  /** Address of a MapLibre style document. */
  mapStyleUrl: z.string(),
  /** Address of the style for the dark theme; null where the other serves both. */
  mapStyleDarkUrl: z.nullable(z.string()),
  /** Address of a geocoder that returns GeoJSON features. */
  geocoderUrl: z.string(),
  /** Null where Google sign-in is not configured. */
  googleClientId: z.nullable(z.string()),
  /** Largest recording that is received: one that is made in the app ends before it is larger. */
  uploadMaxBytes: z.int().check(z.positive()),
  identity: Identity,
});
/** What the app needs to know of the deployment. */
export type AppConfig = z.infer<typeof AppConfig>;
