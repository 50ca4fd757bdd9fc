import * as z from 'zod/mini';

/** What the app needs to know of the deployment, asked for when it starts, so that one build serves all of them. */
export const AppConfig = z.object({
  /** Address of a MapLibre style document. */
  mapStyleUrl: z.string(),
  /** Address of a geocoder that answers GeoJSON features. */
  geocoderUrl: z.string(),
  /** Null where Google sign-in is not configured. */
  googleClientId: z.nullable(z.string()),
});
/** What the app needs to know of the deployment. */
export type AppConfig = z.infer<typeof AppConfig>;
