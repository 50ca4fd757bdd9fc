import { createServer } from 'node:http';
import send from 'send';

/**
 * The peer of the server's benchmark: `node static-server.mjs FOLDER` serves the files of a folder and does nothing else.
 * Prints its address.
 */
const [root] = process.argv.slice(2);
const server = createServer((request, response) => {
  send(request, new URL(request.url, 'http://localhost').pathname, { root }).pipe(response);
});
server.listen(0, 'localhost', () => console.log(`Files are served on http://localhost:${server.address().port}`));
