import { rmSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';

/** Any origin may read, as a bucket must allow where media are redirected to it. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
<AllowedMethod>HEAD</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;

// Runs s3rver with these buckets, in a folder that it removes at its end, and prints its address.
const [directory, ...buckets] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: buckets.map((name) => ({ name, configs: [CORS] })),
});
const { address, port } = await server.run();
console.log(`http://${address}:${port}`);

process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit());
// Whoever started it may be killed.
const starter = process.ppid;
setInterval(() => {
  if (process.ppid !== starter) process.exit();
}, 500);
