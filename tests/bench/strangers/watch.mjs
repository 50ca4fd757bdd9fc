import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/**
 * A process beside the load: asks a server for its health and makes somebody's own calls, so that what the load itself takes is
 * no part of the times. Arguments: origin, process id of the server, token, paths of own calls. Ends at the end of its input,
 * and prints what it saw as JSON.
 */
const [origin = '', pid = '', token = '', ...paths] = process.argv.slice(2);
const HEALTH_EVERY_MS = 20;
const OWN_EVERY_MS = 100;

const seen = { healthMs: [], ownMs: [], failed: 0, residentMib: 0 };
let isOver = false;

/** Waits for what is asked at that moment, too. */
async function lane(everyMs, timesMs, nextPath) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!isOver) {
    const startMs = performance.now();
    if ((await ask(nextPath(), agent)) === 200) timesMs.push(performance.now() - startMs);
    else seen.failed++;
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  agent.destroy();
}

function ask(path, agent) {
  return new Promise((resolve) => {
    const sent = request(origin + path, { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.once('error', () => resolve(0)).end();
  });
}

const memory = setInterval(() => {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  seen.residentMib = Math.max(seen.residentMib, Number(kib) / 1024);
}, HEALTH_EVERY_MS);

process.stdin.resume().once('end', () => {
  isOver = true;
});
let turn = 0;
await Promise.all([
  lane(HEALTH_EVERY_MS, seen.healthMs, () => '/healthz'),
  lane(OWN_EVERY_MS, seen.ownMs, () => paths[turn++ % paths.length]),
]);
clearInterval(memory);
console.log(JSON.stringify(seen));
