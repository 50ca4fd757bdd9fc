import { join } from 'node:path';
import express, { type Express } from 'express';
import type { Context } from './context.ts';
import { serveApp } from './http/app-files.ts';
import { createErrorHandler, refuseUnknown } from './http/errors.ts';
import { createHandle } from './http/handle.ts';
import { createRequestLog } from './http/request-log.ts';
import { projectRoot } from './project-root.ts';
import { registerDropRoutes } from './routes/drop.ts';
import { registerInviteRoutes } from './routes/invite.ts';
import { registerMapRoutes } from './routes/map.ts';
import { registerMediaRoutes } from './routes/media.ts';
import { registerPlaceRoutes } from './routes/place.ts';
import { registerServiceRoutes } from './routes/service.ts';
import { registerUserRoutes } from './routes/user.ts';

/** Builds the whole HTTP application upon a context: the API, the media and the built app. It does not listen. */
export function createApp(context: Context): Express {
  const { config, accounts, files } = context;
  const app = express();
  app.disable('x-powered-by');
  app.use(createRequestLog(context.log));
  app.use((_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });

  const api = express.Router();
  const handle = createHandle({ router: api, incomingDir: files.incomingDir, identify: accounts.identify });
  registerServiceRoutes(handle, {
    mapStyleUrl: config.mapStyleUrl,
    geocoderUrl: config.geocoderUrl,
    googleClientId: config.googleClientId,
    identity: config.identity,
  });
  registerUserRoutes(handle, accounts);
  registerMapRoutes(handle, context.parcours);
  registerPlaceRoutes(handle, context.places);
  registerDropRoutes(handle, context.recordings);
  registerInviteRoutes(handle, context.invitations);
  registerMediaRoutes(api, context.links);
  app.use(api);

  app.use(serveApp(join(projectRoot(), 'dist/app')));
  app.use(refuseUnknown);
  app.use(createErrorHandler(context.log));
  return app;
}
