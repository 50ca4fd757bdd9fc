import { beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_LOG_CSV_PATH } from '../../contracts/audit-entry.ts';
import { RESUMABLE_PATH } from '../../contracts/recording.ts';
import { routes } from '../../contracts/routes.ts';
import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { openContext } from '../../server/context.ts';
import { createCards } from '../../server/domain/cards/cards.ts';
import { COSTLY_WORK } from '../../server/domain/costly-work.ts';
import { EXCHANGE_PATH } from '../../server/domain/exchange/parcours-exports.ts';
import { createFairQueue } from '../../server/domain/fair-queue.ts';
import { createFindInvited, createInvitations } from '../../server/domain/parcours/invitations.ts';
import { EXPORT_PATH } from '../../server/domain/rights/exports.ts';
import { createLog } from '../../server/log.ts';
import { type Entered, enterAll, IDENTITIES } from '../support/access/identities.ts';
import { cellOf, PLAIN } from '../support/access/table.ts';
import { withDatabase } from '../support/database/test-database.ts';
import { DEMO_MAP } from '../support/samples/demo-map.ts';
import { authorization, call } from '../support/server/api.ts';
import { TEST_SECRET } from '../support/server/server.ts';
import { buildStage, STAGE_SLUG, type Stage } from '../support/server/stage.ts';
import { beginUpload, metadata } from '../support/server/tus.ts';
import { useServer } from '../support/server/use-server.ts';
import { makeFolder } from '../support/test-folder.ts';

/** A request outside the contract. */
interface PlainRequest {
  /** Method and path pattern. */
  readonly route: string;
  /** Null if this person has nothing to request. */
  readonly path: (who: Entered) => string | null;
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** The subjects of the requests, besides the stage. */
interface Files {
  readonly image: string;
  readonly card: string;
  readonly mapArchive: string;
  /** Id of the owner's unfinished upload. */
  readonly upload: string;
}

const UPLOAD_ROUTE = `${RESUMABLE_PATH}/:uploadId`;
const TUS = { 'Tus-Resumable': '1.0.0' };
const uploadPath = () => `${RESUMABLE_PATH}/${files.upload}`;

/** One request for each row of the table. */
const REQUESTS: Readonly<Record<string, PlainRequest>> = {
  ownMediaLink: { route: 'GET /v1/media/:file', path: ({ ownMediaLink }) => ownMediaLink },
  ownersMediaLink: { route: 'GET /v1/media/:file', path: () => stage.mediaLink },
  image: { route: 'GET /v1/image/:file', path: () => files.image },
  card: { route: 'GET /v1/card/:file', path: () => files.card },
  mapArchive: { route: 'GET /v1/tiles/:file', path: () => files.mapArchive, headers: () => ({ Range: 'bytes=0-9' }) },
  readiness: at('/readyz'),
  metrics: at('/metrics'),
  apiDescription: at('/v1/openapi.json'),
  apiPage: at('/v1/docs'),
  apiPageStyle: at('/v1/docs.css'),
  openPage: { route: 'GET /p/:slug', path: () => `/p/${STAGE_SLUG}` },
  openFeed: { route: 'GET /p/:slug/feed.xml', path: () => `/p/${STAGE_SLUG}/feed.xml` },
  openFrame: { route: 'GET /embed/:slug', path: () => `/embed/${STAGE_SLUG}` },
  openReport: { route: 'GET /p/:slug/signaler', path: () => `/p/${STAGE_SLUG}/signaler` },
  openReportUnfilled: { route: 'POST /p/:slug/signaler', path: () => `/p/${STAGE_SLUG}/signaler` },
  openCard: { route: 'GET /p/:slug/card-:language.png', path: () => `/p/${STAGE_SLUG}/card-fr.png` },
  openCover: { route: 'GET /p/:slug/cover-:language.png', path: () => `/p/${STAGE_SLUG}/cover-fr.png` },
  openChapters: {
    route: 'GET /p/:slug/:placeId/chapters.json',
    path: () => `/p/${STAGE_SLUG}/${stage.placeId}/chapters.json`,
  },
  openTranscript: {
    route: 'GET /p/:slug/:placeId/transcript.vtt',
    path: () => `/p/${STAGE_SLUG}/${stage.placeId}/transcript.vtt`,
  },
  catalogue: at('/catalogue'),
  sitemap: at('/sitemap.xml'),
  robots: at('/robots.txt'),
  trailCsv: at(AUDIT_LOG_CSV_PATH),
  // A link that nobody was given; a given one works once.
  exportWithoutLink: { route: `GET ${EXPORT_PATH}/:ticket`, path: () => `${EXPORT_PATH}/none` },
  parcoursFileWithoutLink: { route: `GET ${EXCHANGE_PATH}/:file`, path: () => `${EXCHANGE_PATH}/1.zip` },
  tusOptions: { route: `OPTIONS ${RESUMABLE_PATH}`, path: () => RESUMABLE_PATH, headers: () => TUS },
  tusUploadOptions: { route: `OPTIONS ${UPLOAD_ROUTE}`, path: uploadPath, headers: () => TUS },
  tusBegin: {
    route: `POST ${RESUMABLE_PATH}`,
    path: () => RESUMABLE_PATH,
    headers: () => ({ ...TUS, 'Upload-Length': '10', 'Upload-Metadata': metadata({ place_id: stage.placeId }) }),
  },
  tusLook: { route: `HEAD ${UPLOAD_ROUTE}`, path: uploadPath, headers: () => TUS },
  tusSend: {
    route: `PATCH ${UPLOAD_ROUTE}`,
    path: uploadPath,
    headers: () => ({ ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }),
  },
  tusEnd: { route: `DELETE ${UPLOAD_ROUTE}`, path: uploadPath, headers: () => TUS },
};

function at(path: string): PlainRequest {
  return { route: `GET ${path}`, path: () => path };
}

const server = useServer({
  MAP_PMTILES: DEMO_MAP,
  METRICS_TOKEN: 'a token of whoever measures, and of nobody else',
});
let stage: Stage;
let files: Files;
let people: ReadonlyMap<string, Entered>;
beforeAll(async () => {
  stage = await buildStage(server);
  people = await enterAll(server, stage);
  files = await findFiles();
});

async function findFiles(): Promise<Files> {
  const { origin } = server;
  const { parcoursId, owner, image: file, placeId } = stage;
  const input = { params: { mapId: parcoursId }, fields: {}, file };
  const { image_url } = await call(origin, 'uploadParcoursImage', input, owner.token);
  const { mapTiles } = await call(origin, 'readConfig', {});
  return {
    image: image_url,
    card: await cardPath(),
    mapArchive: mapTiles?.link ?? '',
    upload: await beginUpload(origin, owner, placeId, 10),
  };
}

/** Returns the path of the picture that messengers show for the stage's invitation. */
async function cardPath(): Promise<string> {
  return withDatabase(server.dataDir, async (database) => {
    const findInvited = createFindInvited(database, createInvitations(database, TEST_SECRET, Date.now));
    const card = await createCards({
      database,
      secret: TEST_SECRET,
      findInvited,
      takeTurn: createFairQueue(COSTLY_WORK.pictures),
      clock: Date.now,
    }).ofInvitation(stage.inviteToken);
    return card?.picturePath ?? '';
  });
}

describe.each(Object.entries(REQUESTS))('%s', (name, { route, path, headers }) => {
  test('gets the status of the table, for everybody', async () => {
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    for (const identity of IDENTITIES) {
      const who = people.get(identity.name);
      if (who === undefined) throw new Error(`Nobody is called ${identity.name}`);
      const cell = cellOf(PLAIN, name, identity.column);
      if (cell === '-') continue;
      wanted[identity.name] = cell;
      found[identity.name] = await statusOf(route.split(' ')[0] ?? '', path(who) ?? 'none', {
        ...headers?.(),
        ...(who.token === undefined ? {} : { Authorization: authorization(who.token) }),
      });
    }
    expect(found).toEqual(wanted);
  });
});

async function statusOf(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(server.origin + path, { method, headers });
  await response.arrayBuffer();
  return String(response.status);
}

test('every route of the server is a call of the contract or has a row in the table', async () => {
  expect(Object.keys(REQUESTS).sort()).toEqual([...PLAIN.keys()].sort());
  const contract = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  const plain = Object.values(REQUESTS).map(({ route }) => route);
  expect(await servedRoutes()).toEqual([...new Set([...contract, ...plain])].sort());
});

/** Lists method and pattern of each route of the server's API. */
async function servedRoutes(): Promise<string[]> {
  const dataDir = await makeFolder();
  const config = readConfig({ DATA_DIR: dataDir, SECRET: TEST_SECRET, DEMO: '0', MAP_PMTILES: DEMO_MAP });
  const context = await openContext(config, createLog('silent'), Date.now);
  try {
    return [...new Set(routesOf(createApp(context).router as unknown as Layers))].sort();
  } finally {
    await context.close();
  }
}

/** The part of Express's router that this file reads. */
interface Layers {
  readonly stack: readonly {
    readonly route?: { readonly path: string | readonly string[]; readonly methods: Readonly<Record<string, boolean>> };
    readonly handle: Partial<Layers>;
  }[];
}

function routesOf({ stack }: Partial<Layers>): string[] {
  return (stack ?? []).flatMap(({ route, handle }) => {
    if (route === undefined) return routesOf(handle);
    const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
    return [route.path].flat().flatMap((path) => methods.map((method) => `${method} ${path}`));
  });
}
