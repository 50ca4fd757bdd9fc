import { createServer } from 'node:http';
import type { StyleSpecification } from 'maplibre-gl';
import { listen } from './listen.ts';

/** A map on which only our own layers are drawn. */
const EMPTY_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#e8e4da' } }],
};

let address: Promise<string> | undefined;

/** Address of a style without a map in it, on another origin than the app's; it is served as long as this process runs. */
export function emptyStyleUrl(): Promise<string> {
  address ??= serveStyle();
  return address;
}

async function serveStyle(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    response.end(JSON.stringify(EMPTY_STYLE));
  });
  const { origin } = await listen(server.unref());
  return `${origin}/style.json`;
}
