import { join } from 'node:path';
import express, { type Express } from 'express';
import type { Context } from './context.ts';
import { CARD_PATH } from './domain/cards/cards.ts';
import { EXCHANGE_PATH } from './domain/exchange/parcours-exports.ts';
import { IMAGE_PATH, MEDIA_PATH } from './domain/media/media-links.ts';
import { EXPORT_PATH } from './domain/rights/exports.ts';
import { notingActivity } from './domain/rights/retention.ts';
import { TILES_PATH } from './domain/tiles/map-tiles.ts';
import { createAccountThrottles } from './http/account-throttles.ts';
import {
  CONCURRENT_CALLS_MAX,
  createAdmission,
  createConcurrencyLimit,
  limitConcurrencyByAddress,
} from './http/admission.ts';
import { serveApp } from './http/app-files.ts';
import { createPageHeads, inlineScriptSources } from './http/app-page.ts';
import { createErrorHandler, refuseUnknown } from './http/error-handler.ts';
import { createHandle } from './http/handle.ts';
import { METRICS_PATH, type Metrics, serveMetrics } from './http/metrics.ts';
import { createTroublePages } from './http/open-pages/trouble-page.ts';
import { createRateLimits, limitByAddress } from './http/rate-limit.ts';
import { createRequestLog } from './http/request-log.ts';
import { registerResumable } from './http/resumable.ts';
import { createSecurityHeaders, originsOf } from './http/security-headers.ts';
import { projectRoot } from './project-root.ts';
import {
  registerPasskeyRoutes,
  registerRoleRequestRoutes,
  registerSecurityRoutes,
  registerUserRoutes,
} from './routes/account-routes.ts';
import { registerAdminRoutes } from './routes/admin-routes.ts';
import { registerExchangeFileRoute, registerExchangeRoutes } from './routes/exchange-routes.ts';
import {
  registerCardRoutes,
  registerImageRoutes,
  registerMediaRoutes,
  registerTileRoutes,
} from './routes/media-routes.ts';
import { limitReportsByAddress, registerModerationRoutes } from './routes/moderation-routes.ts';
import { registerOpenPages } from './routes/open-page-routes.ts';
import { registerBundleRoutes, registerInviteRoutes, registerParcoursRoutes } from './routes/parcours-routes.ts';
import { registerDropRoutes, registerPlaceRoutes } from './routes/place-routes.ts';
import { registerExportRoute, registerRightsRoutes } from './routes/rights-routes.ts';
import {
  registerDocsRoutes,
  registerEventRoutes,
  registerHeardRoutes,
  registerReadiness,
  registerServiceRoutes,
} from './routes/service-routes.ts';
import { registerTellingRoutes } from './routes/telling-routes.ts';

const HOUR_S = 3600;
/** Maximum exports of one account in an hour: each reads all of its files. */
const EXPORTS_PER_HOUR = 5;
/** The same for parcours, of which somebody may have many, in each format. */
const PARCOURS_EXPORTS_PER_HOUR = 60;
/** Maximum imports of one account in an hour: each may be as large as a recording, and takes a minute. */
const PARCOURS_IMPORTS_PER_HOUR = 20;
/** Maximum public pages that are made for one address in a minute; those that are made already aren't counted. */
const OPEN_RENDERINGS_PER_MINUTE = 240;

/**
 * Builds the HTTP application: the API, the media and the built app. Does not listen. `metrics` counts its requests.
 */
export function createApp(context: Context, metrics: Metrics | null = null): Express {
  const { config, files, mapTiles } = context;
  const appDir = join(projectRoot(), 'dist/app');
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  if (metrics !== null) app.use(metrics.watch);
  app.use(createRequestLog(context.log));
  app.use(
    createSecurityHeaders({
      production: config.production,
      mapOrigins:
        mapTiles === null ? [...originsOf(config.mapStyleUrl, config.mapStyleDarkUrl ?? ''), ...config.mapOrigins] : [],
      geocoderOrigins: originsOf(config.geocoderUrl),
      mediaOrigins: config.mediaStore?.redirects === true ? [config.mediaStore.origin] : [],
      inlineScripts: inlineScriptSources(appDir),
      google: config.googleClientId !== null,
      speechOrigins: originsOf(config.speechModelUrl ?? ''),
    }),
  );
  app.use(limitConcurrencyByAddress(createConcurrencyLimit(config.connectionsPerAddress)));

  const rateLimits = createRateLimits(context.sharedCounts);
  const mediaLimit = limitByAddress(rateLimits.limit('media', { times: config.mediaPerMinute, perS: 60 }));
  const api = express.Router();
  api.use([MEDIA_PATH, IMAGE_PATH, TILES_PATH, CARD_PATH, EXPORT_PATH, EXCHANGE_PATH], mediaLimit);
  const limit = rateLimits.limit('call', { times: config.callsPerMinute, perS: 60 });
  const admission = createAdmission(
    {
      byToken: notingActivity(context.database, context.clock, context.sessions.identify),
      bySlug: context.openings.find,
    },
    limit,
    createConcurrencyLimit(CONCURRENT_CALLS_MAX),
  );
  const handle = createHandle({
    router: api,
    incomingDir: files.incomingDir,
    admission,
    limit,
    jsonLimit: rateLimits.limit('JSON bytes', { times: config.jsonBytesPerHour, perS: HOUR_S }),
    log: context.log,
  });
  registerServiceRoutes(handle, {
    mapStyleUrl: config.mapStyleUrl,
    mapStyleDarkUrl: config.mapStyleDarkUrl,
    mapTiles: mapTiles === null ? null : { link: mapTiles.link, attribution: mapTiles.attribution },
    geocoderUrl: config.geocoderUrl,
    googleClientId: config.googleClientId,
    hasPasskeys: config.passkeys !== null,
    passkeyOrigin: config.passkeys?.origin ?? null,
    sendsMail: config.mail !== null,
    uploadMaxBytes: config.uploadMaxBytes,
    speechModelUrl: config.speechModelUrl,
    identity: config.identity,
    accessibility: config.accessibility,
  });
  const throttles = createAccountThrottles(config, rateLimits);
  registerUserRoutes(handle, context, throttles);
  registerRightsRoutes(handle, context, {
    throttles,
    exportLimit: rateLimits.limit('export', { times: EXPORTS_PER_HOUR, perS: HOUR_S }),
  });
  registerExchangeRoutes(handle, context, {
    exportLimit: rateLimits.limit('parcours export', { times: PARCOURS_EXPORTS_PER_HOUR, perS: HOUR_S }),
    importLimit: rateLimits.limit('parcours import', { times: PARCOURS_IMPORTS_PER_HOUR, perS: HOUR_S }),
  });
  registerSecurityRoutes(handle, context, throttles);
  registerPasskeyRoutes(handle, context, throttles);
  registerRoleRequestRoutes(handle, context.roleRequests, rateLimits);
  registerParcoursRoutes(handle, context);
  registerBundleRoutes(handle, context.bundles);
  registerPlaceRoutes(handle, context, rateLimits);
  registerTellingRoutes(handle, context);
  // Registered before the calls about drops, whose `:placeId` would match its path.
  registerResumable(api, context.resumable, admission.admit);
  registerDropRoutes(handle, context);
  const reportsOfAddress = limitReportsByAddress(rateLimits);
  registerModerationRoutes(handle, context, rateLimits, reportsOfAddress);
  registerInviteRoutes(handle, context, throttles);
  registerEventRoutes(handle, context.events, [
    rateLimits.limit('events an hour', { times: config.eventsPerHour, perS: HOUR_S }),
    rateLimits.limit('events a day', { times: config.eventsPerDay, perS: 24 * HOUR_S }),
  ]);
  registerHeardRoutes(handle, context);
  registerAdminRoutes(handle, api, context, admission.admit, throttles);
  registerDocsRoutes(api);
  registerReadiness(api, context.readiness);
  api.get(METRICS_PATH, serveMetrics(metrics, config.metricsToken));
  registerImageRoutes(handle, api, context);
  registerCardRoutes(api, context.cards);
  registerMediaRoutes(api, context.links);
  registerExportRoute(api, context.exports);
  registerExchangeFileRoute(api, context.parcoursExports, rateLimits);
  registerOpenPages(api, context, {
    requests: mediaLimit,
    renderings: rateLimits.limit('public page', { times: OPEN_RENDERINGS_PER_MINUTE, perS: 60 }),
    reports: reportsOfAddress,
  });
  if (mapTiles !== null) registerTileRoutes(api, mapTiles);
  app.use(api);

  const heads = createPageHeads(context.cards, rateLimits, (err) =>
    context.log.error({ err }, "an invitation's card cannot be read"),
  );
  app.use(serveApp(appDir, heads));
  app.use(refuseUnknown);
  app.use(admission.refuseEnded);
  app.use(createErrorHandler(context.log, createTroublePages(context.cards.app, config.publicUrl)));
  return app;
}
