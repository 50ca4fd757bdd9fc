import S3rver from '@20minutes/s3rver';

/** Any origin may read, as a bucket must allow where media are redirected to it. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>
<AllowedMethod>HEAD</AllowedMethod><AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>`;

// Runs s3rver with one bucket, in a folder, and prints its address.
const [directory, bucket] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: bucket, configs: [CORS] }],
});
const { address, port } = await server.run();
console.log(`http://${address}:${port}`);
